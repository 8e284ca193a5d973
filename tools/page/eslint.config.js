// Lints the page's JavaScript: `make page-checks` runs it from the root of the repository.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/vendor/**", "**/node_modules/**"] },
  js.configs.recommended,
  {
    files: ["src/zerosum/faces/web/page/**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "func-style": ["error", "declaration", { allowArrowFunctions: true }],
      "max-depth": ["error", 4],
      "max-len": ["error", { code: 119 }],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 6],
      "no-console": "error",
      "no-else-return": "error",
      "no-empty": ["error", { allowEmptyCatch: true }],
      "no-implicit-coercion": "error",
      "no-restricted-syntax": ["error", { selector: "Identifier[name='createElementNS']", message: "make SVG elements by svg.js" }],
      "no-shadow": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true, caughtErrors: "all" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-rename": "error",
      "no-var": "error",
      "no-warning-comments": ["error", { terms: ["@ts-nocheck", "@ts-ignore", "todo", "fixme"], location: "anywhere" }],
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["src/zerosum/faces/web/page/ui/svg.js"], rules: { "no-restricted-syntax": "off" } },
];
