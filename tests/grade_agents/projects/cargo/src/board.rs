pub const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];
pub fn won(b: &[char; 9], who: char) -> bool {
    LINES.iter().any(|l| l.iter().all(|&c| b[c] == who))
}
pub fn full(b: &[char; 9]) -> bool {
    b.iter().all(|&c| c != '.')
}
pub fn score(b: &mut [char; 9], turn: char) -> i32 {
    if won(b, 'O') {
        return 1;
    }
    if won(b, 'X') {
        return -1;
    }
    if full(b) {
        return 0;
    }
    let mut best = if turn == 'O' { -2 } else { 2 };
    for c in 0..9 {
        if b[c] == '.' {
            b[c] = turn;
            let s = score(b, if turn == 'O' { 'X' } else { 'O' });
            b[c] = '.';
            if turn == 'O' {
                best = best.max(s)
            } else {
                best = best.min(s)
            }
        }
    }
    best
}
