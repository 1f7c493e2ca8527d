/**
 * Questions on a terminal, in the manner of gh (https://cli.github.com): a green question mark, what is taken if one presses
 * Enter in parentheses, lists that are walked by arrows, and the answer in the place of the question. They are asked on
 * standard error. Who calls looks beforehand whether there is anybody to ask (`canAsk`), and loads this only then.
 */

import { isCancel, MultiSelectPrompt, type Prompt, SelectPrompt, TextPrompt } from '@clack/core';
import stringWidth from 'string-width';
import { visible } from '../diagnostics/index.ts';
import { cut } from './columns.ts';
import { type Io, painter } from './io.ts';

/** Nobody wants to answer: Ctrl-C or Escape, or the end of the input. */
export class Unanswered extends Error {
  readonly isEnd: boolean;

  constructor(isEnd: boolean) {
    super('a question was not answered');
    this.isEnd = isEnd;
  }
}

/** Something to be chosen; the hint stands beside it. */
export interface Option<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** So many options of a list are shown at a time, where the terminal has room for them and for what stands above. */
const SHOWN = 12;
const ABOVE = 4;

type Asking = Pick<Io, 'env'>;

/** The words of a question, and what the answer looks like. */
function wording({ env }: Asking) {
  const paint = painter(process.stderr, env);
  return {
    paint,
    question: (text: string) => `${paint('green', '?')} ${paint('bold', visible(text))}`,
    answer: (text: string) => paint('cyan', visible(text)),
    hint: (text: string) => paint('cyan', `[${text}]`),
    soft: (text: string) => paint('dim', visible(text)),
    wrong: (text: string) => paint('red', `X ${visible(text)}`),
  };
}

/** Lets one option of several be chosen. */
export async function choose<T>(io: Asking, text: string, options: readonly Option<T>[]): Promise<T> {
  const { question, answer, hint, soft, paint } = wording(io);
  const prompt = new SelectPrompt<Option<T>>({
    ...streams(),
    options: [...options],
    render() {
      if (this.state === 'cancel') return question(text);
      if (this.state === 'submit') return `${question(text)} ${answer(this.options[this.cursor]?.label ?? '')}`;
      const lines = around(this.options, this.cursor).map(({ option, at }) => {
        const shown = `${at === this.cursor ? '>' : ' '} ${visible(option.label)}`;
        return `${at === this.cursor ? paint('cyan', shown) : shown}${soft(besides(option, 2))}`;
      });
      return [`${question(text)}  ${hint('Use arrows to move')}`, ...lines].join('\n');
    },
  });
  return answered(prompt);
}

/** Lets some options of several be chosen, at least one. */
export async function chooseSeveral<T>(
  io: Asking,
  text: string,
  options: readonly Option<T>[],
  chosen: readonly T[],
): Promise<readonly T[]> {
  const { question, answer, hint, soft, wrong, paint } = wording(io);
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
      const lines = around(this.options, this.cursor).map(({ option, at }) => {
        const mark = isChosen(option) ? paint('green', '[x]') : '[ ]';
        const cursor = at === this.cursor ? paint('cyan', '>') : ' ';
        return `${cursor} ${mark} ${visible(option.label)}${soft(besides(option, 6))}`;
      });
      const head = `${question(text)}  ${hint('Use arrows to move, space to select, a for all')}`;
      return [...(this.state === 'error' ? [wrong(this.error)] : []), head, ...lines].join('\n');
    },
  });
  const values = await answered(prompt);
  return options.map(({ value }) => value).filter((value) => values.includes(value));
}

interface Line {
  /** What it is if one only presses Enter. */
  readonly fallback: string;
  /** What is wrong with a line, if anything is. */
  readonly problem: (line: string) => string | undefined;
  /** What stands in parentheses, if it is not the former. */
  readonly shown?: string;
  /** What the answer is called afterwards. */
  readonly told?: (line: string) => string;
}

/** Asks for a line. */
export async function ask(
  io: Asking,
  text: string,
  { fallback, problem, shown = fallback, told = (line) => line }: Line,
): Promise<string> {
  const { question, answer, soft, wrong } = wording(io);
  const prompt = new TextPrompt({
    ...streams(),
    defaultValue: fallback,
    validate: (value) => problem((value || fallback).trim()),
    render() {
      if (this.state === 'cancel') return question(text);
      if (this.state === 'submit') return `${question(text)} ${answer(told(this.value ?? ''))}`;
      const line = `${question(text)} ${soft(`(${shown})`)} ${this.userInputWithCursor}`;
      return this.state === 'error' ? `${wrong(this.error)}\n${line}` : line;
    },
  });
  return (await answered(prompt)).trim();
}

/** Asks for yes or no. */
export async function confirm(io: Asking, text: string, fallback: boolean): Promise<boolean> {
  const isYes = (line: string) => /^y/i.test(line);
  const line = await ask(io, text, {
    fallback: fallback ? 'Yes' : 'No',
    told: (given) => (isYes(given) ? 'Yes' : 'No'),
    shown: fallback ? 'Y/n' : 'y/N',
    problem: (given) => (/^(?:y|yes|n|no)$/i.test(given) ? undefined : `"${given}" is neither yes nor no`),
  });
  return isYes(line);
}

const streams = () => ({ input: process.stdin, output: process.stderr });

/** The hint beside an option, so much of it as its line has room for after its label and what stands before that. */
function besides<T>({ label, hint }: Option<T>, before: number): string {
  const room = (process.stderr.columns || 80) - before - stringWidth(visible(label)) - 3;
  return hint === undefined || room < 8 ? '' : `  ${cut(hint, room)}`;
}

/** The options around the one that the cursor is on. */
function around<T>(options: readonly T[], cursor: number): { readonly option: T; readonly at: number }[] {
  const count = Math.max(1, Math.min(SHOWN, (process.stderr.rows || 24) - ABOVE));
  const first = Math.max(0, Math.min(cursor - Math.floor(count / 2), options.length - count));
  return options.slice(first, first + count).map((option, i) => ({ option, at: first + i }));
}

/** @throws Unanswered */
async function answered<T>(prompt: Prompt<T>): Promise<T> {
  let isEnd = false;
  prompt.on('key', (_, { ctrl, name }) => {
    if (ctrl !== true || name !== 'd' || prompt.userInput !== '') return;
    isEnd = true;
    prompt.state = 'cancel';
  });
  const value = await prompt.prompt();
  if (isCancel(value)) throw new Unanswered(isEnd);
  return value as T;
}
