/**
 * Questions on a terminal, in the style of gh (https://cli.github.com): a green question mark, the default answer in parentheses,
 * lists with arrow keys, and the answer in place of the question. They appear on standard error. Callers first check with
 * `canAsk` whether the user can be asked, and load this module only then.
 */

import { isCancel, MultiSelectPrompt, type Prompt, SelectPrompt, TextPrompt } from '@clack/core';
import stringWidth from 'string-width';
import { escapeControlCharacters } from '../diagnostics/index.ts';
import { cutToWidth } from './columns.ts';
import { createPaint, type Io } from './io.ts';

/** The user cancelled with Ctrl-C or Escape, or the input ended. */
export class PromptCancelled extends Error {
  readonly isEnd: boolean;

  constructor(isEnd: boolean) {
    super('a question was not answered');
    this.isEnd = isEnd;
  }
}

/** An option to choose; the hint is shown after the label. */
export interface Option<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** The maximum number of options that a list shows at a time, and the number of lines to leave for other text. */
const SHOWN = 12;
const LINES_ABOVE = 4;

type PromptEnv = Pick<Io, 'env'>;

/** Returns functions that style the parts of a question. */
function questionStyles({ env }: PromptEnv) {
  const paint = createPaint(process.stderr, env);
  return {
    paint,
    question: (text: string) => `${paint('green', '?')} ${paint('bold', escapeControlCharacters(text))}`,
    answer: (text: string) => paint('cyan', escapeControlCharacters(text)),
    hint: (text: string) => paint('cyan', `[${text}]`),
    soft: (text: string) => paint('dim', escapeControlCharacters(text)),
    wrong: (text: string) => paint('red', `X ${escapeControlCharacters(text)}`),
  };
}

/** Asks the user to choose one option. */
export async function choose<T>(io: PromptEnv, text: string, options: readonly Option<T>[]): Promise<T> {
  const { question, answer, hint, soft, paint } = questionStyles(io);
  const prompt = new SelectPrompt<Option<T>>({
    ...streams(),
    options: [...options],
    render() {
      if (this.state === 'cancel') return question(text);
      if (this.state === 'submit') return `${question(text)} ${answer(this.options[this.cursor]?.label ?? '')}`;
      const lines = visibleOptions(this.options, this.cursor).map(({ option, at }) => {
        const shown = `${at === this.cursor ? '>' : ' '} ${escapeControlCharacters(option.label)}`;
        return `${at === this.cursor ? paint('cyan', shown) : shown}${soft(hintText(option, 2))}`;
      });
      return [`${question(text)}  ${hint('Use arrows to move')}`, ...lines].join('\n');
    },
  });
  return runPrompt(prompt);
}

/** Asks the user to choose at least one option. */
export async function chooseSeveral<T>(
  io: PromptEnv,
  text: string,
  options: readonly Option<T>[],
  chosen: readonly T[],
): Promise<readonly T[]> {
  const { question, answer, hint, soft, wrong, paint } = questionStyles(io);
  const prompt = new MultiSelectPrompt<Option<T>>({
    ...streams(),
    options,
    initialValues: chosen,
    validate: (value) => ((value as readonly T[] | undefined)?.length ? undefined : 'choose at least one'),
    render() {
      const isChosen = ({ value }: Option<T>) => this.value?.includes(value) === true;
      if (this.state === 'cancel') return question(text);
      if (this.state === 'submit') {
        const labels = this.options.filter(isChosen).map(({ label }) => label);
        return `${question(text)} ${answer(labels.join(', '))}`;
      }
      const lines = visibleOptions(this.options, this.cursor).map(({ option, at }) => {
        const mark = isChosen(option) ? paint('green', '[x]') : '[ ]';
        const cursor = at === this.cursor ? paint('cyan', '>') : ' ';
        return `${cursor} ${mark} ${escapeControlCharacters(option.label)}${soft(hintText(option, 6))}`;
      });
      const head = `${question(text)}  ${hint('Use arrows to move, space to select, a for all')}`;
      return [...(this.state === 'error' ? [wrong(this.error)] : []), head, ...lines].join('\n');
    },
  });
  const values = await runPrompt(prompt);
  return options.map(({ value }) => value).filter((value) => values.includes(value));
}

interface Line {
  /** The answer if the user only presses Enter. */
  readonly fallback: string;
  /** Returns the problem with an answer, if there is one. */
  readonly problem: (line: string) => string | undefined;
  /** The text in parentheses, if it is not `fallback`. */
  readonly initial?: string;
  /** Formats the answer after it was given. */
  readonly formatAnswer?: (line: string) => string;
}

/** Asks for a line of text. */
export async function ask(
  io: PromptEnv,
  text: string,
  { fallback, problem, initial = fallback, formatAnswer = (line) => line }: Line,
): Promise<string> {
  const { question, answer, soft, wrong } = questionStyles(io);
  const prompt = new TextPrompt({
    ...streams(),
    defaultValue: fallback,
    validate: (value) => problem((value || fallback).trim()),
    render() {
      if (this.state === 'cancel') return question(text);
      if (this.state === 'submit') return `${question(text)} ${answer(formatAnswer(this.value ?? ''))}`;
      const line = `${question(text)} ${soft(`(${initial})`)} ${this.userInputWithCursor}`;
      return this.state === 'error' ? `${wrong(this.error)}\n${line}` : line;
    },
  });
  return (await runPrompt(prompt)).trim();
}

/** Asks for yes or no. */
export async function confirm(io: PromptEnv, text: string, fallback: boolean): Promise<boolean> {
  const isYes = (line: string) => /^y/i.test(line);
  const line = await ask(io, text, {
    fallback: fallback ? 'Yes' : 'No',
    formatAnswer: (given) => (isYes(given) ? 'Yes' : 'No'),
    initial: fallback ? 'Y/n' : 'y/N',
    problem: (given) => (/^(?:y|yes|n|no)$/i.test(given) ? undefined : `"${given}" is neither yes nor no`),
  });
  return isYes(line);
}

const streams = () => ({ input: process.stdin, output: process.stderr });

/** Returns the hint of an option, cut to the space after its label. `before` is the number of columns before the label. */
function hintText<T>({ label, hint }: Option<T>, before: number): string {
  const room = (process.stderr.columns || 80) - before - stringWidth(escapeControlCharacters(label)) - 3;
  return hint === undefined || room < 8 ? '' : `  ${cutToWidth(hint, room)}`;
}

/** Returns the visible options around the cursor. */
function visibleOptions<T>(options: readonly T[], cursor: number): { readonly option: T; readonly at: number }[] {
  const count = Math.max(1, Math.min(SHOWN, (process.stderr.rows || 24) - LINES_ABOVE));
  const first = Math.max(0, Math.min(cursor - Math.floor(count / 2), options.length - count));
  return options.slice(first, first + count).map((option, i) => ({ option, at: first + i }));
}

/** @throws PromptCancelled */
async function runPrompt<T>(prompt: Prompt<T>): Promise<T> {
  let isEnd = false;
  prompt.on('key', (_, { ctrl, name }) => {
    if (ctrl !== true || name !== 'd' || prompt.userInput !== '') return;
    isEnd = true;
    prompt.state = 'cancel';
  });
  const value = await prompt.prompt();
  if (isCancel(value)) throw new PromptCancelled(isEnd);
  return value as T;
}
