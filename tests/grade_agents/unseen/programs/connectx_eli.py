import random

def my_agent(obs, config):
    # Amount of discs in the top row decides what is playable
    choices = []
    for c in range(config.columns):
        if obs.board[c] == 0:
            choices.append(c)
    return random.choice(choices)
