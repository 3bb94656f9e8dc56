// The window's way to the one place that makes characters visible.

export { visibleParts, visibleText } from '../../shared/core/visibleText.ts';
