// Builds the gallery into out/gallery, for tests and screenshots; not part of the app.

import { defineConfig } from 'vite';
import { pageBuild, pageConfig } from '../../vite.config.ts';

export default defineConfig({
  ...pageConfig,
  root: 'e2e/gallery',
  publicDir: false,
  build: { ...pageBuild, outDir: '../../out/gallery', rolldownOptions: { input: 'e2e/gallery/gallery.html' } },
});
