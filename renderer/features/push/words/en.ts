// English strings about notifications to a paired device.

export const catalog = {
  label: 'Notify this device when its window is closed',
  hint: 'Through your browser’s push service, which learns when you are notified but can’t read it. Sent if nobody has answered or looked for 15 seconds, with the conversation’s title and nothing else of it.',
  denied: 'This browser doesn’t allow notifications for this page. Allow them in its settings.',
  failed: 'The browser’s push service couldn’t be reached.',
  texts: {
    approval: 'A call needs your permission',
    question: 'A question needs your answer',
    done: 'The answer is ready',
    failed: 'The run has failed',
    paused: 'The run has paused',
  },
};
