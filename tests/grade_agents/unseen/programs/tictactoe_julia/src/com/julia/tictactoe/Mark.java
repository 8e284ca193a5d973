package com.julia.tictactoe;

public enum Mark {
    X, O, NONE;

    public Mark opposite() {
        switch (this) {
            case X: return O;
            case O: return X;
            default: return NONE;
        }
    }
}
