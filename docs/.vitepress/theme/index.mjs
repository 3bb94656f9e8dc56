// The default theme in the app's colors.

import DefaultTheme from 'vitepress/theme';
import './site.css';

export default DefaultTheme;
