"""Damaged, forged, huge, endless and hostile input for everything that reads what somebody else may have made.

| file | what is in it |
| --- | --- |
| `readers.py` | the register: one line for each reader, how a good file of it is made and how it is read |
| `mutations.py` | what is done to a good file, by a seed, and the files that are none |
| `fork_server.py` | runs a case in a process of its own, with limits on time, memory and output |
| `promise.py` | what every case must keep |
| `http_requests.py` | the same for raw requests to a server |

`python -m tests.hostile [CASES]` tries every reader, and prints how many cases it has kept.
"""
