/** Line breaking of method chains as Prettier and Biome do it at 100 columns. */

import { indent, type Lines } from '../text/index.ts';
import { lineWidth } from './layout.ts';

/** An argument: a chain, a mask such as `{ id: true }`, a list of chains, or an expression that is never broken. */
export type ChainArgument = string | Chain | { readonly mask: readonly string[] } | { readonly list: readonly Chain[] };

interface MethodCall {
  readonly name: string;
  readonly args: readonly ChainArgument[];
}

/** `head.first(…).second(…)` */
export class Chain {
  readonly head: string;
  readonly calls: readonly MethodCall[];

  constructor(head: string, calls: readonly MethodCall[] = []) {
    this.head = head;
    this.calls = calls;
  }

  /** Returns the chain with one more call. */
  and(name: string, ...args: readonly ChainArgument[]): Chain {
    return new Chain(this.head, [...this.calls, { name, args }]);
  }

  /** Returns the chain with more checks, merged into its last call if that is `check`. */
  check(...checks: readonly ChainArgument[]): Chain {
    const lastCall = this.calls.at(-1);
    if (lastCall?.name !== 'check') return this.and('check', ...checks);
    return new Chain(this.head, this.calls.slice(0, -1)).and('check', ...lastCall.args, ...checks);
  }
}

/** Returns a chain that begins with `z`: `z('string')` → `z.string()`. */
export const z = (name: string, ...args: readonly ChainArgument[]): Chain => new Chain('z').and(name, ...args);

/** Returns a chain on one line, however long. */
export function flatChain({ head, calls }: Chain): string {
  return head + calls.map(flatMethod).join('');
}

function flatMethod({ name, args }: MethodCall): string {
  return `.${name}(${args.map(flatArgument).join(', ')})`;
}

function flatArgument(argument: ChainArgument): string {
  if (typeof argument === 'string') return argument;
  if (argument instanceof Chain) return flatChain(argument);
  if ('mask' in argument) return `{ ${argument.mask.map((name) => `${name}: true`).join(', ')} }`;
  return `[${argument.list.map(flatChain).join(', ')}]`;
}

/** Prints `before`, the chain and `after` on as many lines as needed; the caller indents them by `depth`. */
export function chainLines(before: string, chain: Chain, after: string, depth = 0): Lines {
  const line = before + flatChain(chain) + after;
  if (!isAlwaysBroken(chain) && depth + line.length <= lineWidth) return line;
  const { head, calls } = chain;
  const isChain = calls.length > (/^[a-z]$/.test(head) ? 1 : 2);
  if (isChain)
    return [before + head, indent(calls.map((call, i) => methodLines('', call, i === calls.length - 1 ? after : '', depth + 2)))];
  const lastCall = calls.at(-1);
  if (lastCall === undefined) return line;
  const brokenCall = calls.find(({ args }) => args.some((argument) => typeof argument !== 'string')) ?? lastCall;
  const brokenIndex = calls.indexOf(brokenCall);
  const prefix = before + head + calls.slice(0, brokenIndex).map(flatMethod).join('');
  return methodLines(
    prefix,
    brokenCall,
    calls
      .slice(brokenIndex + 1)
      .map(flatMethod)
      .join('') + after,
    depth,
  );
}

/** Returns whether Prettier always breaks a chain: it has at least three calls, and an argument such as a long pattern. */
function isAlwaysBroken({ calls }: Chain): boolean {
  const isComplex = (argument: ChainArgument): boolean => {
    if (typeof argument === 'string') return /^\/.{6,}\/\w*$/.test(argument);
    if (argument instanceof Chain) return isAlwaysBroken(argument) || argument.calls.some(({ args }) => args.some(isComplex));
    return false;
  };
  return calls.length > 2 && calls.some(({ args }) => args.some(isComplex));
}

function methodLines(before: string, call: MethodCall, after: string, depth: number): Lines {
  const line = before + flatMethod(call) + after;
  const fits = depth + line.length <= lineWidth && !call.args.some((arg) => arg instanceof Chain && isAlwaysBroken(arg));
  if (fits || call.args.length === 0) return line;
  const [onlyArgument, ...otherArguments] = call.args;
  if (otherArguments.length === 0 && typeof onlyArgument === 'object' && 'mask' in onlyArgument) {
    return [`${before}.${call.name}({`, indent(onlyArgument.mask.map((name) => `${name}: true,`)), `})${after}`];
  }
  if (otherArguments.length === 0 && typeof onlyArgument === 'object' && 'list' in onlyArgument) {
    return [
      `${before}.${call.name}([`,
      indent(onlyArgument.list.map((chain) => chainLines('', chain, ',', depth + 2))),
      `])${after}`,
    ];
  }
  return [`${before}.${call.name}(`, indent(call.args.map((arg) => argumentLines(arg, depth + 2))), `)${after}`];
}

function argumentLines(argument: ChainArgument, depth: number): Lines {
  return argument instanceof Chain ? chainLines('', argument, ',', depth) : `${flatArgument(argument)},`;
}
