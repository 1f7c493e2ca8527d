/** The text of a file as it stands: `import source from './runtime/http.ts?raw'` (see scripts/build.js). */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** A program for the browser with all that it imports, as one classic script (see scripts/browser.js). */
declare module '*?bundle' {
  const script: string;
  export default script;
}
