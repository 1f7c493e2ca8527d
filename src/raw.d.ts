/** The text of a file as it stands: `import source from './runtime/http.ts?raw'` (see scripts/build.js). */
declare module '*?raw' {
  const text: string;
  export default text;
}
