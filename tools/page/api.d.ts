// The server's answers. Written by tools/page/api_types.py from zerosum.faces.web: do not edit.

declare namespace Api {
  /** A position with the value of every move, best first. */
  interface AnalysisView {
    game: string;
    position: string;
    to_move: string;
    side: number;
    over: boolean;
    value: ValueView;
    exact: boolean;
    best: string[];
    /** whether the best moves are proven to be best */
    best_known: boolean;
    moves: MoveView[];
    tier: string;
    /** why the analysis ended early, unless only its limit ended it */
    note: string | null;
    nodes: number;
    table_hits: number;
    seconds: number;
  }

  /** What is compared. */
  interface BeginView {
    game: string;
    name: string;
    position: string;
    positions: number;
    algorithms: string[];
  }

  /** A paragraph, a heading, a list or a piece of code. */
  interface Block {
    kind: "paragraph" | "list" | "numbered" | "heading" | "code";
    rows: Span[][];
  }

  /** The cells of a position, and which of them to click for a move. */
  interface BoardView {
    width: number;
    height: number;
    cells: CellView[];
    columns: string[];
    rows: string[];
    pieces: string[];
    /** whether pieces fall to the lowest empty cell of their column */
    falls: boolean;
    moves: Record<string, number[]>;
    area: Record<string, number[]>;
    touched: Record<string, number[]>;
    shown: Record<string, number>;
    lines: number[][];
    /** the cells through which seeds are sown, in this order and round again */
    sowing: number[];
    /** the lines of cells that won the game */
    winning: number[][];
    /** what each side has so far, such as discs or seeds */
    score: number[] | null;
    /** cells with something to know about them: check, ko */
    marks: Record<string, string>;
    /** cells to draw pale, such as dice that were used */
    faded: number[];
    /** the star points of a Go board */
    stars: number[];
    /** the pieces that each side has taken */
    captured: string[][];
    /** a few words for each side: its material, its pips */
    notes: string[];
    /** the side at the lower edge, where the other sees the board turned */
    lower_side: number | null;
    /** what people call a piece: white knight for N */
    piece_names: Record<string, string>;
  }

  /** The positions after some lines of moves. */
  interface BoardsView {
    positions: PositionView[];
  }

  /** The bug by name. */
  interface BugView {
    name: string;
    sentence: string;
    evidence: string;
  }

  /** One place of a board. */
  interface CellView {
    x: number;
    y: number;
    name: string;
    label: string;
    piece: string;
    kind: string;
    width: number;
    height: number;
    owner: string;
    span: number[] | null;
  }

  /** What a move changes on the board, and who is to move then: the page shows it before the server is asked. */
  interface ChangesView {
    /** the new pieces, by the numbers of their cells */
    cells: Record<string, string>;
    side: number;
    mover: string;
    over: boolean;
  }

  /** A chart as SVG, drawn for a place of this width in pixels. */
  interface ChartPicture {
    width: number;
    svg: string;
  }

  /** The chart of a part of the report: `nodes`, `spread`, `growth`, `ranks` or `orders`, in several widths. */
  interface ChartView {
    part: string;
    pictures: ChartPicture[];
  }

  /** One check of a grading. */
  interface CheckView {
    name: string;
    passed: boolean;
    points: number;
    out_of: number;
    tried: number;
    failed: number;
    unit: string;
    details: string[];
    visible: boolean;
    seconds: number;
  }

  /** The smallest position on which the agent is wrong. */
  interface CounterexampleView {
    moves: string;
    position: string;
    board: string;
    side: string;
    move: string;
    cost: string;
    better: string;
    in_own_games: boolean | null;
    check: string;
    command: string;
    address: string;
  }

  /** The settings of a comparison that nobody chose. */
  interface Defaults {
    able: string[];
    algorithms: string[];
    depth: number | null;
    depths: string;
    seconds: number;
  }

  /** How deep a search may look to be watched; null where it may look to the end of the game. */
  interface DepthView {
    depth: number | null;
  }

  /** A position with the nodes of both algorithms, and how many times as many the first took. */
  interface DifferenceView {
    position: string;
    first: number;
    second: number;
    factor: number;
  }

  /** Where two algorithms differ most. */
  interface DifferencesView {
    first: string;
    second: string;
    positions: DifferenceView[];
  }

  /** Whether everything was finished, and if not, what was not. */
  interface DoneView {
    complete: boolean;
    unfinished: string[];
  }

  /** A rule as a pair of pictures. */
  interface ExamplePairView {
    words: string;
    before: PositionView;
    /** after the moves that show the rule, which are its own */
    after: PositionView;
  }

  /** A search in which the point of an algorithm shows: what is searched, and what happens at a step, from 1. */
  interface ExampleView {
    step: number;
    what: string;
    game: string;
    position: string;
    tree: string;
    /** how deep to search, where that is not to the end */
    depth: number | null;
  }

  /** Nodes grow like factor * branching ** d, which is breadth ** (exponent * d). */
  interface FitView {
    algorithm: string;
    branching: number;
    factor: number;
    exponent: number | null;
  }

  /** All fits, and the b of the guides; `measured` says that it is how minimax grew. */
  interface FitsView {
    breadth: number;
    measured: boolean;
    fits: FitView[];
  }

  /** A registered game. */
  interface GameEntry {
    spec: string;
    name: string;
    form: string;
    blurb: string;
    /** the size to show where nobody chose one; the usual one of most games */
    shown: string;
    /** sizes worth a try */
    examples: string[];
    /** whether its moves can be numbered from 0 or from 1 */
    is_numbered: boolean;
    /** whether plain alpha-beta reaches the end of the usual size soon */
    is_small: boolean;
    /** whether every position of the usual size is solved at once */
    is_solved: boolean;
  }

  /** A game as a file of the game's own format has it. */
  interface GameTextView {
    text: string;
  }

  /** What a search must do: `cuts >= 2`. */
  interface Goal {
    quantity: "nodes" | "leaves" | "cuts" | "table hits" | "value";
    sign: "<" | "<=" | "=" | ">=" | ">";
    number: number;
  }

  /** A submission to grade: the first file is the agent, others lie beside it. */
  interface GradeQuestion {
    /** a game, as in connect4:6x5; without it, that of the program */
    game: string;
    files: SubmittedFile[];
    /** how it is asked, as TOML; found without it */
    description: string;
  }

  /** The report about an agent. */
  interface GradeView {
    agent: string;
    /** whose agent it is, where many are graded */
    student: string;
    game: string;
    score: number;
    out_of: number;
    checks: CheckView[];
    counterexample: CounterexampleView | null;
    bug: BugView | null;
    found: string[];
    notes: string[];
    /** what the agent could not be kept from; the notes say it too */
    not_isolated: string[];
    problem: string | null;
    /** a person has to say how it is asked; the problem says why */
    ask_person: boolean;
    complete: boolean;
    seconds: number;
  }

  /** A position of a table, and how many of its moves keep its value. */
  interface HardPositionView {
    position: string;
    mover: string;
    layer: number;
    value: ValueView;
    moves: number;
    optimal_moves: number;
    /** of a game of chance: how much better its best move is than the next */
    lead: number | null;
  }

  /** One move of a game: what it was worth before and after. */
  interface JudgementView {
    number: number;
    position: string;
    move: string;
    side: number;
    mark: string;
    before: ValueView;
    after: ValueView;
    exact: boolean;
    cost: string;
    mistake: string | null;
    best: string[];
    missed_win_in_one: string | null;
    /** why, in the words of the game */
    reason: string | null;
    /** how much two estimates may differ and say nothing */
    noise: number;
  }

  /** What there is: games, players, algorithms. */
  interface Lab {
    version: string;
    games: GameEntry[];
    players: string[];
    algorithms: Rung[];
    /** the game that the server was started with */
    opened: string | null;
    /** what an address and a request may say of an analysis, each with the option of the command */
    analysis_options: Record<string, string>;
  }

  /** A whole path; `name` is what its progress is kept under. */
  interface Lesson {
    name: string;
    title: string;
    text: Block[];
    stops: Stop[];
  }

  /** Of a game of chance: how many stored positions have a mean from one number to another. */
  interface MeansBin {
    low: number;
    high: number;
    stored: number;
  }

  /** The most bytes that an algorithm held. */
  interface MemoryView {
    algorithm: string;
    peak_bytes: number;
  }

  /** A move with its value and its line. */
  interface MoveView {
    move: string;
    /** the probability of an outcome, where chance is to move */
    chance: number | null;
    value: ValueView;
    exact: boolean;
    best: boolean;
    cost: string | null;
    line: string[];
    /** the ply from which on the line is a guess, beyond a book */
    guessed_from: number | null;
  }

  /** The moves of a game, as they are typed. */
  interface MovesView {
    moves: string[];
  }

  /** The sum of nodes over all positions in one order; for random orders, the mean of the sums over the seeds. */
  interface OrderRow {
    order: string;
    nodes: number;
    least: number;
    most: number;
    of_own: number;
  }

  /** All orders, on the positions that could be finished in each of them. */
  interface OrdersView {
    orders: OrderRow[];
    finished: number;
    positions: number;
    seeds: number;
  }

  /** One measurement of growth: the nodes at one depth or board size. */
  interface Point {
    label: string;
    plies: number;
    algorithm: string;
    nodes: number;
    leaves: number;
    cutoffs: number;
    table_hits: number;
    seconds: number;
    exact: boolean;
    tier: string;
  }

  /** A position with its board and its legal moves. */
  interface PositionView {
    game: string;
    name: string;
    sides: string[];
    /** what people call the sides: their colours, where these have names */
    names: string[];
    marks: boolean;
    start: string;
    is_start: boolean;
    moves: string[];
    movers: number[];
    position: string;
    /** how many characters before its end the side to move stands, if it does */
    turn_place: number | null;
    /** 0, 1, or 2 for chance */
    side: number;
    /** the name of the side to move, or chance */
    mover: string;
    /** how the game ended without its rules, by repetition for example */
    adjudication: string | null;
    over: boolean;
    utility: number | null;
    ending: string | null;
    /** which rule ended the game, such as checkmate, if the game says it */
    why_over: string;
    legal: string[];
    /** what each legal move changes */
    changes: Record<string, ChangesView>;
    board: BoardView;
    last: number[];
    text: string;
    what_to_type: string;
    /** the format of game files, such as PGN, if the game has one */
    notation: string | null;
    /** the algorithms that can play the game */
    searches: string[];
    /** the rules of the game in a few lines */
    about: string;
  }

  /** What was wrong, in one sentence. */
  interface Problem {
    detail: string;
  }

  /** An algorithm's cut-offs: the first number after one move tried, the second after two. */
  interface RanksView {
    algorithm: string;
    cuts: number[];
    total: number;
    first_share: number | null;
    mean: number | null;
    positions: number;
    stopped: number;
    complete: boolean;
  }

  /** A game that was read from such a file. */
  interface ReadGameView {
    /** where it begins, if not as usual */
    position: string | null;
    moves: string[];
  }

  /** The computer's move, and the position after it. */
  interface ReplyView {
    move: string;
    after: PositionView;
    /** whether the player, which chooses by exact values, had only an estimate */
    estimate: boolean;
  }

  /** The whole report. */
  interface ReportView {
    complete: boolean;
    unfinished: string[];
    game: string;
    name: string;
    position: string;
    positions: number;
    algorithms: string[];
    rows: RowView[];
    differences: DifferencesView[];
    points: Point[];
    growth: FitsView | null;
    ranks: RanksView[];
    orders: OrdersView | null;
  }

  /** A result that a game of chance can end with, and its probability. */
  interface ResultView {
    utility: number;
    chance: number;
  }

  /** All moves of a game, judged. */
  interface ReviewView {
    moves: JudgementView[];
  }

  /** What one algorithm did on all positions; see `zerosum compare --json`. */
  interface RowView {
    algorithm: string;
    tier: string;
    /** where there is one position */
    value: ValueView | null;
    move: string | null;
    nodes: number;
    leaves: number;
    cutoffs: number;
    table_hits: number;
    deepest: number;
    seconds: number;
    peak_bytes: number | null;
    positions: number;
    exact: boolean;
    stopped: number;
    outcomes: Record<string, number>;
    /** why it could not go on, where the game can repeat positions for ever */
    note: string | null;
    /** whether it finished every position, so that its nodes can be compared */
    complete: boolean;
    spread: Spread | null;
    /** the nodes of the first positions; null where it was stopped */
    sample: (number | null)[];
  }

  /** The rules of a game in pictures; none where the game has no examples. */
  interface RulesView {
    examples: ExamplePairView[];
  }

  /** An algorithm of the ladder. */
  interface Rung {
    name: string;
    /** the name in words */
    title: string;
    idea: string;
    example: ExampleView;
  }

  /** What is searched, and how: a written tree, or a position of a game. */
  interface Search {
    algorithm: string;
    tree: string | null;
    root: "max" | "min";
    game: string | null;
    position: string | null;
    moves: string;
    depth: number | null;
    values: "plain" | "distance";
    seed: number;
    step: number | null;
  }

  /** A file of a search's source, and the line at which its algorithm begins. */
  interface SourceFileView {
    name: string;
    first: number;
    text: string;
  }

  /** The source of an algorithm: its own file first, then those of the rungs that it runs on; and their pseudocode. */
  interface SourceView {
    algorithm: string;
    idea: string;
    files: SourceFileView[];
    pseudocode: string;
  }

  /** A run of text in one style; a link has an address. */
  interface Span {
    text: string;
    style: "" | "strong" | "emphasis" | "code" | "link";
    address: string;
  }

  /** How an algorithm's nodes are spread over the positions: the least, the quartiles, and the most. */
  interface Spread {
    least: number;
    lower: number;
    median: number;
    upper: number;
    most: number;
  }

  /** A move of a line and the position after it. */
  interface StepView {
    move: string;
    side: number;
    position: string;
    over: boolean;
    /** whether the move is a guess, beyond a book */
    guess: boolean;
  }

  /** A heading with what follows it. `name` is its address; `after` is the text to show once the task is done. */
  interface Stop {
    name: string;
    title: string;
    line: number;
    text: Block[];
    search: Search | null;
    task: Task | null;
    ask: string;
    hint: string;
    after: Block[];
  }

  /** One file of a submission. */
  interface SubmittedFile {
    name: string;
    text: string;
  }

  /** A solved table that can be shown; `problem` says why one cannot. */
  interface TableEntry {
    /** the name of its folder, by which it is asked for */
    name: string;
    folder: string;
    game: string;
    title: string;
    start: string;
    positions: number;
    problem: string | null;
  }

  /** A layer of a table. */
  interface TableLayer {
    win: number;
    draw: number;
    loss: number;
    layer: number;
    positions: number;
  }

  /** Positions of each value, for the side to move, images of each other included. */
  interface TableOutcomes {
    win: number;
    draw: number;
    loss: number;
  }

  /** What a solved table holds. */
  interface TableView {
    game: string;
    title: string;
    folder: string;
    /** where the table begins */
    position: string;
    /** who begins, which may be chance */
    mover: string;
    /** for whom the value is: who begins, or the first player where chance does */
    view: string;
    positions: number;
    stored: number;
    method: string;
    /** whether positions that are images of each other are stored once */
    symmetry: boolean;
    /** how many positions the table begins at */
    starts: number;
    margin: boolean;
    /** whether values are means; a win is a mean above 0 then, and a loss one below */
    chance: boolean;
    /** by how much a mean is off at most; null where means are exact or there are none */
    error: string | null;
    /** how means are spread, in bins of one width; empty without chance */
    means: MeansBin[];
    value: ValueView;
    outcomes: TableOutcomes;
    /** of the draws, those in which a side can avoid the end for ever */
    endless: number;
    layers: TableLayer[];
    bytes: number;
    /** the longest win, or the largest margin, of all positions */
    longest: ValueView | null;
    /** the stored positions among which the hardest were looked for */
    read: number;
    longest_wins: HardPositionView[];
    only_wins: HardPositionView[];
    only_draws: HardPositionView[];
    closest: HardPositionView[];
    most_at_stake: HardPositionView[];
    /** `layers` and `shares`, or `values` where there are no layers; `means` with chance */
    charts: Record<string, ChartPicture[]>;
  }

  /** The solved tables that there are. */
  interface TablesView {
    /** the user's folder of tables, null without a home */
    folder: string | null;
    tables: TableEntry[];
  }

  /** The one thing to do at a stop. Which fields count depends on the kind: */
  interface Task {
    kind: "value" | "move" | "leaves" | "node" | "count" | "find" | "predict" | "change" | "reorder" | "choose";
    moves: string[];
    quantity: "nodes" | "leaves" | "cuts" | "table hits" | "value";
    mark: "cut" | "table hit" | "pass" | "new best";
    number: number;
    goals: Goal[];
    options: string[];
  }

  /** A written tree, with its text in normal form. */
  interface TreeView {
    text: string;
    leaves: number;
  }

  /** A position and, where a computer or the dice are to move, the reply. */
  interface TurnView {
    position: PositionView;
    reply: ReplyView | null;
  }

  /** A value for the side to move: an outcome with its distance, a margin, an estimate with its depth, or a mean. */
  interface ValueView {
    kind: "outcome" | "margin" | "estimate" | "expected";
    letter: "W" | "D" | "L" | "~" | "E";
    sign: number;
    rank: number | number;
    text: string;
    short: string;
    outcome: string | null;
    distance: number | null;
    /** the number that stands for it, where wins are written as numbers */
    written: string;
    margin: number | null;
    estimate: number | number | null;
    depth: number | null;
    /** the mean result of a game of chance */
    expected: number | null;
    /** the same as an exact fraction, where it is known */
    fraction: string | null;
    /** by how much the mean may be wrong */
    error: number | null;
    results: ResultView[] | null;
    win: number | null;
    draw: number | null;
    loss: number | null;
  }

  /** A move beside the best one. */
  interface WhyView {
    move: string;
    best: string;
    cost: string;
    is_mistake: boolean;
    exact: boolean;
    sentence: string;
    value: ValueView;
    best_value: ValueView;
    line: StepView[];
    best_line: StepView[];
    reply_at: number | null;
  }
}
