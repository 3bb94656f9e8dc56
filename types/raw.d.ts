// A text file imported whole: the words for a model, a scenario.
declare module '*?raw' {
  const text: string;
  export default text;
}
