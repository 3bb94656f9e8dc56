// The window's way to the one place that makes characters visible.

export { type TextPart, visibleParts, visibleText } from '../../shared/visibleText.ts';
