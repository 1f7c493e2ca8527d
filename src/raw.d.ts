/** The unmodified text of a file: `import source from './runtime/http.ts?raw'` (see scripts/build.js). */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** A browser program, bundled with its imports into one classic script (see scripts/browser.js). */
declare module '*?bundle' {
  const script: string;
  export default script;
}
