// English strings for the dialog that asks for the terminal's code.

export const confirmStrings = {
  title: 'Confirm with a code',
  body: 'This loosens a safety limit, so confirm it outside this window. The terminal where Throughline was started shows the request and a code. Enter the code only if you made this request.',
  code: 'Six-digit code',
  life: 'Can be used once, within two minutes.',
  wrong: (left: number) =>
    left === 1 ? 'Wrong code. You can try once more.' : `Wrong code. You can try ${left} more times.`,
  confirm: 'Confirm',
};
