// Errors by code: what happened, what was kept, what to do. Used if the host's own sentence, which names files, servers
// and numbers, has no translation.

import type { ErrorCode } from '../../../../shared/core/errors.ts';
import type { SentenceData } from '../../../../shared/core/sentence.ts';
import type { HostSpeech } from '../../words/hostTranslations.ts';

const sentences: Record<ErrorCode, string> = {
  LLM_AUTH_FAILED: '服务商拒绝了密钥。请在设置中检查密钥。',
  LLM_TIMEOUT: '服务器很久没有响应，已放弃这次调用。可以重试。',
  LLM_NETWORK: '无法连接服务器，或连接中断了。请检查网络和地址，然后重试。',
  LLM_HTTP_ERROR: '服务器返回了错误。',
  LLM_RATE_LIMITED: '请求过于频繁，服务商要求稍候。请过一会儿再试。',
  LLM_QUOTA_EXCEEDED: '服务商的额度已用完。请充值，或换用其他模型。',
  LLM_BAD_RESPONSE: '服务器的应答无法读懂。请检查地址和接口。',
  LLM_EMPTY_RESPONSE: '模型返回了空的回复。可以重试。',
  LLM_CONTENT_FILTER: '服务商的内容过滤器阻止了这次调用。',
  LLM_CONTEXT_TOO_LONG: '请求超出了模型的上下文。',
  SPEND_LIMIT_REACHED: '会超过花费上限，因此没有发送请求。已有内容全部保留。',
  TOOL_ARGS_INVALID_JSON: '调用的参数不是有效的 JSON，因此没有运行。',
  TOOL_ARGS_INVALID: '调用的参数不符合工具的要求，因此没有运行。',
  TOOL_NOT_AVAILABLE: '这里没有这个工具，或它已关闭。',
  TOOL_EXEC_FAILED: '工具运行失败。',
  TOOL_DENIED: '调用被拒绝，没有运行。',
  TOOL_TIMEOUT: '工具超过了时间限制，已被结束。',
  BACKGROUND_NOT_FOUND: '没有这个后台命令。',
  BACKGROUND_ENDED: '这个后台命令已经结束。',
  PATH_OUTSIDE_PROJECT: '路径在项目文件夹之外，没有访问。',
  PATH_PROTECTED: '这个路径受保护，没有更改。',
  ADDRESS_REFUSED: '这个地址不允许访问。',
  ENGINE_MAX_TURNS_EXCEEDED: '达到了一次运行的轮数上限，已停止。到此为止的内容都保留着，可以继续。',
  ENGINE_LOOP_DETECTED: '模型在重复同样的调用，已停止。到此为止的内容都保留着。',
  ENGINE_ABORTED: '运行已停止。到此为止的内容都保留着。',
  CONTEXT_STILL_TOO_LARGE: '压缩之后，内容仍然超出模型的上下文。',
  HOOK_REFUSED: '你的一个钩子拒绝了这条消息，因此没有发送。',
  REQUEST_INVALID: '生成的请求无效，没有发送。对话保持不变。',
  REQUEST_TOO_LARGE: '请求太大，没有发送。',
  NOTHING_TO_RESUME: '没有可以继续的内容。',
  CALL_NOT_OPEN: '这个调用已经处理过了。',
  CALL_STILL_RUNNING: '这个调用仍在运行。',
  STORE_WRITE_FAILED: '无法写入磁盘。请检查剩余空间和权限，然后重试。',
  STORE_READ_FAILED: '无法从磁盘读取。',
  CONTENT_CHANGED: '内容在此期间已被修改，没有写入。',
  STORE_READ_ONLY: '这里只能读取，不能写入。',
  CONVERSATION_NOT_FOUND: '没有这个对话。没有更改任何内容。',
  CONVERSATION_AMBIGUOUS: '有多个对话符合，请写得更具体。',
  CONVERSATION_BUSY: '这个对话正在别处使用。请稍后再试。',
  CONVERSATION_EXISTS: '这个对话已经在这里了。',
  MESSAGE_NOT_FOUND: '没有这条消息。没有更改任何内容。',
  PROJECT_NOT_FOUND: '没有这个项目。',
  WORKTREE_GONE: '此对话的工作树已不存在。',
  GIT_FAILED: '未能完成 Git 操作。',
  ID_INVALID: '标识无效。',
  DATA_FOLDER_BUSY: '数据文件夹正被另一个应用使用。',
  DATA_FOLDER_UNUSABLE: '数据文件夹无法使用。',
  DATA_LOCKED: '数据已加密，尚未解锁。',
  METHOD_UNKNOWN: '应用不认识这个操作。请重新加载窗口。',
  PARAMS_INVALID: '输入的内容不符合要求，没有更改。',
  CANCELLED: '已取消。',
  CONNECTION_CLOSED: '暂时无法连接到应用。没有更改任何内容。',
  FRAME_INVALID: '窗口与应用之间的数据无法读懂。请重新加载窗口。',
  SETTINGS_INVALID: '设置的值无效，仍使用原来的值。',
  AGENT_NOT_FOUND: '没有这个智能体。请另选一个。',
  AGENT_NOT_APPROVED: '还没有允许运行这个智能体的命令，因此没有启动。',
  AGENT_CHANGED: '智能体的命令已更改，需要重新允许。',
  AGENT_SIGNED_OUT: '智能体需要登录。',
  AGENT_FAILED: '智能体出错了。已有内容全部保留。',
  PROVIDER_NOT_FOUND: '没有这个服务商。请在设置中另选一个。',
  NO_MODEL: '还没有选择模型。请在设置中选择。',
  MCP_SIGN_IN_FAILED: '登录 MCP 服务器失败。',
  CONFIRMATION_NEEDED: '没有在窗口之外确认，没有更改任何内容。',
  CONFIRMATION_REFUSED: '没有得到允许，没有更改任何内容。',
  UPDATE_REFUSED: '更新不可信，已被拒绝。没有更改任何内容。',
  DEVICE_REFUSED: '这台设备不能执行此操作。没有更改任何内容。',
  UPDATE_FAILED: '更新没有完成。没有更改任何内容。',
  PLUGIN_FAILED: '插件无法获取。没有更改任何内容。',
  SYNC_UNREACHABLE: '暂时无法访问同步存储，稍后会再试。没有丢失任何内容。',
  SYNC_REFUSED: '同步存储拒绝了请求。请在设置中检查同步。',
  SYNC_DAMAGED: '同步存储中的一个对象无法打开，已跳过。这里的内容没有更改。',
  NOT_SUPPORTED: '这里不支持此操作。',
  INTERNAL: '应用内部出错。已存储的内容都保留着。',
};

/** The host's sentence if its key is translated; otherwise the code's sentence, followed by the host's English. */
export function createErrorSentence(
  say: HostSpeech['say'],
): (code: string, message: string, sentence?: SentenceData) => string {
  return (code, message, sentence) => {
    const template = Object.hasOwn(sentences, code) ? sentences[code as ErrorCode] : null;
    const words = message.trim();
    if (words === '') return template ?? message;
    // These codes only pass on another error, which says more.
    if (code === 'CANCELLED' || code === 'CONNECTION_CLOSED') return template ?? message;
    return say(sentence ?? words) ?? (template === null ? message : `${template}（${words}）`);
  };
}
