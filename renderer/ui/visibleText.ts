// Re-exports the shared functions that make hidden characters visible.

export { visibleParts, visibleText } from '../../shared/core/visibleText.ts';
