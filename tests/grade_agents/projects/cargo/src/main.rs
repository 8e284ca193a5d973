mod board;
use board::*;
use std::io::{self, Write};
fn show(b: &[char; 9]) {
    for r in 0..3 {
        println!("{} {} {}", b[3 * r], b[3 * r + 1], b[3 * r + 2]);
    }
}
fn main() {
    let mut b = ['.'; 9];
    show(&b);
    loop {
        print!("Cell 1-9: ");
        io::stdout().flush().unwrap();
        let mut s = String::new();
        if io::stdin().read_line(&mut s).unwrap() == 0 {
            return;
        }
        let c: usize = match s.trim().parse() {
            Ok(n) if n >= 1 && n <= 9 => n,
            _ => continue,
        };
        if b[c - 1] != '.' {
            continue;
        }
        b[c - 1] = 'X';
        if !won(&b, 'X') && !full(&b) {
            let mut best = (-9, 0);
            for i in 0..9 {
                if b[i] == '.' {
                    b[i] = 'O';
                    let v = score(&mut b, 'X');
                    b[i] = '.';
                    if v > best.0 {
                        best = (v, i);
                    }
                }
            }
            b[best.1] = 'O';
        }
        show(&b);
        if won(&b, 'X') || won(&b, 'O') || full(&b) {
            println!("over");
            return;
        }
    }
}
