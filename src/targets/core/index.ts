export { type Answer, type Answers, type DeclaredKind, declared, enforced, Ledger, nothing } from './answers.ts';
export { type Definition, defineTarget } from './define.ts';
export { gapOf, inWords } from './gaps.ts';
export { describedTarget } from './legacy.ts';
