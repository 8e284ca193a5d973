#!/usr/bin/perl
# Two prompts, column then row; plays the first free cell of a list (wrong).
use strict;
use warnings;
$| = 1;
my @b = ('_') x 9;
my @lines = ([0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]);
sub show { print "   x0 x1 x2\n"; for my $r (0 .. 2) { print "y$r  ", join('  ', @b[3 * $r .. 3 * $r + 2]), "\n" } }
sub won { my $p = shift; for my $l (@lines) { return 1 if 3 == grep { $b[$_] eq $p } @$l } return 0 }
sub full { return !grep { $_ eq '_' } @b }
while (1) {
    show();
    last if won('x') || won('o') || full();
    print "x = ";
    my $x = <STDIN>; last unless defined $x; chomp $x;
    print "y = ";
    my $y = <STDIN>; last unless defined $y; chomp $y;
    unless ($x =~ /^[012]$/ && $y =~ /^[012]$/ && $b[3 * $y + $x] eq '_') { print "bad cell\n"; next }
    $b[3 * $y + $x] = 'x';
    next if won('x') || full();
    my ($move) = grep { $b[$_] eq '_' } (4, 0, 2, 6, 8, 1, 3, 5, 7);
    for my $p ('o', 'x') {
        for my $l (@lines) {
            my @free = grep { $b[$_] eq '_' } @$l;
            if (@free == 1 && 2 == grep { $b[$_] eq $p } @$l) { $move = $free[0]; last }
        }
    }
    $b[$move] = 'o';
}
print "over\n";
