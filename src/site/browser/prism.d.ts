/** Languages of Prism. Each import registers its language. */
declare module 'prismjs/components/*';
