// Runs after the tests in a real Electron.

import { test } from '@playwright/test';
import { removePlace } from '../support/realElectron/place.ts';

test('the real Electron and its folders are removed', () => removePlace());
