// The frame around the screens: the rail, the state of the connection, and the screen that the address names.

import { followLinks, link, useAddress } from "./ui/address.js";
import { ask, watchConnection } from "./ui/api.js";
import { addressOf, inMode, readGame } from "./game/game.js";
import { Help } from "./ui/help.js";
import { Lost } from "./ui/lost.js";
import { html, Problem, render, useEffect, useKeys, useLayoutEffect, useState, useWidth } from "./ui/ui.js";

/** @typedef {{ name: string, address: import("./ui/address.js").Address, lab: Api.Lab }} ScreenProps */

/** @type {Record<string, () => Promise<{ Screen: (props: ScreenProps) => unknown }>>} */
const SCREENS = {
  "": () => import("./screens/home.js"),
  play: () => import("./screens/play.js"),
  analyze: () => import("./screens/play.js"),
  step: () => import("./screens/step.js"),
  trees: () => import("./screens/trees.js"),
  compare: () => import("./screens/compare.js"),
  learn: () => import("./screens/learn.js"),
  tables: () => import("./screens/tables.js"),
  grade: () => import("./screens/grade.js"),
};

const RAIL = [
  ["/", "Home"],
  ["/learn", "Learn"],
  ["/play", "Play"],
  ["/analyze", "Analyze"],
  ["/step", "Watch"],
  ["/trees", "Trees"],
  ["/compare", "Compare"],
  ["/grade", "Grade"],
];

/**
 * Where a word of the rail leads: Play and Analyze go on with the game that is on the screen.
 * @param {string} path @param {import("./ui/address.js").Address} address @param {Api.Lab | null} lab
 */
function railLink(path, address, lab) {
  const shown = address.path.split("/")[1] ?? "";
  const isGame = (/** @type {string} */ mode) => mode === "play" || mode === "analyze";
  return isGame(path.slice(1)) && isGame(shown)
    ? link(...addressOf(inMode(readGame(shown, address, lab), path.slice(1)))) : path;
}

/** What an address that leads nowhere shows. */
function NoScreen() {
  return html`<h1 class="hidden">No such page</h1>
    <${Lost} title="There is no such page" sentence=${html`Nothing is at <code>${location.pathname}</code>.`}>
      <p class="row">${RAIL.map(([path, word]) =>
        html`<a key=${path} class=${path === "/" ? "button main" : "button"} href=${path}>${word}</a>`)}</p>
    <//>`;
}

function App() {
  const address = useAddress();
  useWidth();
  const [lab, setLab] = useState(/** @type {Api.Lab | null} */ (null));
  const [problem, setProblem] = useState("");
  const [online, setOnline] = useState(true);
  const [screens, setScreens] =
    useState(/** @type {Partial<Record<string, { Screen: (props: ScreenProps) => unknown }>>} */ ({}));
  const [help, setHelp] = useState(false);
  const [menu, setMenu] = useState(false); // on a phone the rail is a menu
  const toggleMenu = (/** @type {MouseEvent} */ event) => {
    event.stopPropagation();
    setMenu(!menu);
  };
  const name = address.path.split("/")[1] ?? "";
  // Before the effects of the screen, which may know a better title: that of the screen before must not stay.
  useLayoutEffect(() => {
    const word = name === "tables" ? "Solved tables" : RAIL.find(([path]) => path === `/${name}`)?.[1];
    document.title = `${word ?? "No such page"} · zerosum`;
  }, [name]);
  useEffect(() => watchConnection(setOnline), []);
  useEffect(() => {
    ask("lab").then(setLab, (error) => setProblem(error.message));
  }, []);
  useEffect(() => {
    if (Object.hasOwn(SCREENS, name) && !screens[name]) {
      SCREENS[name]().then(
        (module) => setScreens((known) => ({ ...known, [name]: module })),
        (error) => setProblem(String(error)),
      );
    }
  }, [name]);
  useKeys({ "?": () => setHelp(true) });
  const Screen = Object.hasOwn(SCREENS, name) ? screens[name]?.Screen : NoScreen;
  return html`<div class="frame" onClick=${followLinks}>
    <a class="skip" href="#main">Skip to the board</a>
    <nav class=${`rail ${menu ? "open" : ""}`} aria-label="Screens" onClick=${() => setMenu(false)}>
      <a class="mark" href="/"><img src="/page/icon.svg" alt="" width="28" height="28" /><span>zerosum</span></a>
      <button type="button" class="menu-button button" aria-expanded=${String(menu)} onClick=${toggleMenu}>
        Menu</button>
      ${RAIL.map(
        ([path, word]) => html`<a href=${railLink(path, address, lab)}
          aria-current=${path === `/${name}` ? "page" : undefined}>${word}</a>`,
      )}
      <button type="button" class="quiet" onClick=${() => setHelp(true)} aria-keyshortcuts="?">Keys
        <kbd>?</kbd></button>
    </nav>
    <main id="main" tabindex="-1">
      ${!online && html`<p class="away" role="status">
        The server is not answering; this page goes on as soon as it is back.</p>`}
      <${Problem}>${problem}<//>
      ${Screen && lab ? html`<${Screen} key=${name} name=${name} address=${address} lab=${lab} />`
        : html`<p class="loading">Loading…</p>`}
    </main>
    ${help && html`<${Help} onClose=${() => setHelp(false)} />`}
  </div>`;
}

render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
