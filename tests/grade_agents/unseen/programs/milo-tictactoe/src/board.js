class Board {
  constructor() {
    this.rows = [[null, null, null], [null, null, null], [null, null, null]];
  }

  isEmpty(r, c) {
    return !!this.rows[r] && this.rows[r][c] === null;
  }

  place(r, c, mark) {
    this.rows[r][c] = mark;
  }

  moves() {
    const list = [];
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) if (this.isEmpty(r, c)) list.push({ r, c });
    return list;
  }

  isFull() {
    return this.moves().length === 0;
  }

  winner() {
    const g = this.rows;
    for (let i = 0; i < 3; i++) {
      if (g[i][0] && g[i][0] === g[i][1] && g[i][0] === g[i][2]) return g[i][0];
      if (g[0][i] && g[0][i] === g[1][i] && g[0][i] === g[2][i]) return g[0][i];
    }
    if (g[1][1] && g[0][0] === g[1][1] && g[1][1] === g[2][2]) return g[1][1];
    if (g[1][1] && g[0][2] === g[1][1] && g[1][1] === g[2][0]) return g[1][1];
    return null;
  }

  toString() {
    return this.rows.map(r => r.map(x => x || '_').join(' ')).join('\n');
  }
}

module.exports = Board;
