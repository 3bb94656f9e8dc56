// The build of the window: two pages, the app and its gallery, into out/renderer. Addresses are relative, so that the
// same files serve a custom protocol and a browser host. Nothing is inlined as data: fonts must come from 'self'.

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // light-dark() and field-sizing are used as they are.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    rollupOptions: { input: { index: 'renderer/index.html', gallery: 'renderer/gallery.html' } },
  },
});
