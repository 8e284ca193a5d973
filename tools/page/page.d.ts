// Types of the page that most of its modules name. They are global, as those of the server's answers in api.d.ts.

type Recording = import("../../src/zerosum/faces/web/page/recording/recording.js").Recording;
type Claim = import("../../src/zerosum/faces/web/page/recording/claims.js").Claim;
type ScaleName = import("../../src/zerosum/faces/web/page/recording/claims.js").ScaleName;
type Frame = import("../../src/zerosum/faces/web/page/recording/recording.js").Frame;
type MergedTree = import("../../src/zerosum/faces/web/page/tree/merged.js").MergedTree;
type TreeView = import("../../src/zerosum/faces/web/page/tree/view.js").TreeView;
type SeenNode = import("../../src/zerosum/faces/web/page/tree/view.js").SeenNode;
