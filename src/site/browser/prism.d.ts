/** Its languages: each adds itself when it is imported. */
declare module 'prismjs/components/*';
