import type { ScaffoldFile, ScaffoldValues } from './project.ts';

export function frontendFiles({ npm }: ScaffoldValues): readonly ScaffoldFile[] {
  return [
    {
      path: 'frontend/package.json',
      content: `{
  "name": "${npm}",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "scripts": {
    "build": "tsc",
    "typecheck": "tsc --noEmit"
  },
  "devDependencies": {
    "typescript": "~7.0.2"
  }
}
`,
    },
    {
      path: 'frontend/tsconfig.json',
      content: `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2022", "dom", "dom.iterable"],
    "types": [],
    "module": "nodenext",
    "rootDir": "src",
    "outDir": "dist",
    "declaration": true,
    "sourceMap": true,
    "verbatimModuleSyntax": true,
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "noImplicitOverride": true,
    "noImplicitReturns": true,
    "noFallthroughCasesInSwitch": true,
    "noUnusedLocals": true,
    "noUnusedParameters": true
  },
  "include": ["src"]
}
`,
    },
    {
      path: 'frontend/src/index.ts',
      content: `export * as api from './api/index.js';
export * from './types/index.js';
export * as validation from './types/validation/index.js';
`,
    },
  ];
}
