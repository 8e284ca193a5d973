// What the page says about a task of a lesson, as JSON: run by test_page_tasks.py with a file, a task and an answer.

import { answer, given, searchIn } from "harness";
import { answerOf, askOf, impossible, verdictOf } from "page/recording/tasks.js";

const { file, task, answer: said } = given;
const { tree } = searchIn(file);
const unable = impossible(task, tree);
answer(unable ? { unable } : { ask: askOf(task, tree), answer: answerOf(task, tree), ...verdictOf(task, tree, said) });
