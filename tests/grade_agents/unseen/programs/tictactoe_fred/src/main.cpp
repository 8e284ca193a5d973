// g++ -std=c++17 -Iinclude src/*.cpp -o tictactoe
#include <memory>
#include "Player.hpp"

int main()
{
    Board board;
    std::unique_ptr<Player> players[2];
    std::cout << "1) you start   2) computer starts\n> " << std::flush;
    int choice = 0;
    std::cin >> choice;
    if (choice == 2) {
        players[0] = std::make_unique<Computer>('X');
        players[1] = std::make_unique<Human>('O');
    } else {
        players[0] = std::make_unique<Human>('X');
        players[1] = std::make_unique<Computer>('O');
    }
    for (int n = 0; n < 9; ++n) {
        Player& p = *players[n % 2];
        while (!board.set(p.move(board), p.symbol))
            std::cout << "That field is not free.\n";
        if (board.wins(p.symbol)) {
            std::cout << board << p.symbol << " has won!\n";
            return 0;
        }
    }
    std::cout << board << "It's a tie.\n";
}
