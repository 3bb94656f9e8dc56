// Chinese translations of host sentences about runs, messages, the context and rewinding.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  '{0} stayed unavailable, so {1} continues this run.': '{0}一直不可用，因此由{1}继续本次运行。',
  'An external agent answers this conversation, and it cannot be asked for this. Choose a model for it.':
    '这个对话由外部智能体回答，它无法完成这项请求。请为此选择一个模型。',
  'This conversation uses a model, not an agent.': '这个对话使用的是模型，而不是智能体。',
  'The agent does not offer this answer. The question is still open.': '智能体没有提供这个选项。问题仍在等待回答。',
  '{0} no longer has {1} of the calls recorded here.': '{0}中已没有这里记录的{1}个调用。',
  '{0} no longer has what it said here.': '{0}中已没有它在这里说过的内容。',
  '{0} reports {1} calls that are not recorded here.': '{0}报告了{1}个这里没有记录的调用。',
  '{0} reports the call {1} as completed, but here it is recorded as not completed.':
    '{0}称调用{1}已完成，但这里的记录是未完成。',
  '{0} reports the call {1} as failed, but here it is recorded as completed.':
    '{0}称调用{1}失败，但这里的记录是已完成。',
  'There are {0} more differences.': '还有{0}处不同。',
  'The record here was not changed.': '这里的记录没有改动。',
  '{0} changed a call after it had ended. The record keeps its first result.':
    '{0}在一个调用结束后又更改了它。记录保留最初的结果。',
  '{0} changed {1} calls after they had ended. The record keeps their first results.':
    '{0}在{1}个调用结束后又更改了它们。记录保留最初的结果。',
  '{0} sent {1} more notices, which are not recorded.': '{0}还发来了{1}条通知，没有记录下来。',
  'The message of {0} was too long and was cut.': '{0}的消息过长，已被截断。',
  '{0} compacted its context.': '{0}压缩了它的上下文。',
  '{0} compacted its context. Its summary: {1}': '{0}压缩了它的上下文。它的摘要：{1}',
  '{0} could not compact its context.': '{0}未能压缩它的上下文。',
  '{0} no longer had its earlier session.': '{0}中已没有之前的会话。',
  '{0} could not reopen its earlier session.': '{0}无法重新打开之前的会话。',
  '{0} could not reopen its earlier session: {1}': '{0}无法重新打开之前的会话：{1}',
  'The conversation was changed before the last reply of {0}.': '{0}上次回复之前的对话内容已被更改。',
  'It continues in a new session, with the conversation so far as text.':
    '它将在新会话中继续，并以文本形式获得到目前为止的对话。',
  '{0} offers no plan mode. What it asks for is refused if it would change anything; what it does without asking is not prevented.':
    '{0}没有计划模式。它请求的更改会被拒绝；它未经询问就执行的操作无法阻止。',
  '{0} did not take your choice and uses its own: {1}.': '{0}没有采用你的选择，改用它自己的：{1}。',
  '{0} continued after it had ended its turn: {1}': '{0}在结束回合之后又发送了：{1}',
  '{0} was given the conversation so far as text.': '已将到目前为止的对话以文本形式交给{0}。',
  '{0} was given what was said since its last reply.': '已将它上次回复之后的内容交给{0}。',
  '{0} did not stop in time and was ended. The next message starts it again.':
    '{0}没有及时停止，已被强制结束。下一条消息会重新启动它。',
  '{0} ended its turn without a closing reply.': '{0}结束了这一轮，但没有给出最后的回复。',
  '{0} ended the turn without being asked to.': '{0}自行结束了这一轮。',
  '{0} refused to answer this.': '{0}拒绝回答。',
  '{0} stopped at its limit of requests for a turn. Everything so far is saved.':
    '{0}达到了一轮的请求次数上限，已停止。到目前为止的内容都已保存。',
  'There is no such terminal.': '没有这个终端。',
  'Too many terminals are open in this turn.': '这一轮打开的终端太多。',
  'The turn has ended.': '这一轮已经结束。',
  'This conversation has no folder to work in.': '此对话没有可以工作的文件夹。',
  'The user turned off the tool {0}.': '用户关闭了工具{0}。',
  '{0} now leads elsewhere.': '{0}现在指向别处。',
  '{0} is larger than 32 MB.': '{0}大于 32 MB。',
  'This is only possible while a message is answered.': '只有在回答消息时才能这样做。',
  'Only the agent can run its call again. Skip it or mark it as done, or write a message.':
    '只有智能体自己能重新运行它的调用。请跳过或标记为已完成，或者发送一条消息。',
  'The agent manages its own context, so it cannot be compacted here.': '智能体自行管理上下文，因此无法在这里压缩。',
  'The agent offers no way to allow only this call.': '智能体没有提供“仅允许这一次”的选项。',
  'Where it would run, or with which variables, cannot be determined.': '无法确定它会在哪里运行，或会使用哪些变量。',
  'This question has already been answered or is no longer open.': '这个问题已经回答过，或已不再等待回答。',
  'This answer cannot be saved as that rule. The question is still open.': '此回答无法保存为该规则。问题仍在等待回答。',
  'Files outside the project folder can only be allowed in this conversation or project, not everywhere. The question is still open.':
    '项目文件夹之外的位置只能在此对话或项目中允许，不能全局允许。问题仍在等待回答。',
  'These questions have already been answered or are no longer open.': '这些问题已经回答过，或已不再等待回答。',
  'This must be allowed on its own: {0}. No answer was recorded.': '此项必须单独允许：{0}。没有记录任何回答。',
  'No one is available to answer during this run.': '此次运行期间没有人可以回答。',
  'Too many files are being attached at once.': '同时添加的附件太多。',
  'This upload belongs to another conversation.': '这次上传属于另一个对话。',
  '{0} was not attached: its parts arrived out of order. Add it again.': '未添加{0}：数据没有按顺序到达。请重新添加。',
  '{0} was not attached: it is larger than {1}.': '未添加{0}：它超过{1}。',
  '{0} was not attached: it {1}.': '未添加{0}：它{1}。',
  'The upload ended before its last part.': '上传在完成之前结束了。',
  '{0} any call. Kept in the log but not sent to the model.': '{0}没有对应的调用。保留在日志中，但不会发送给模型。',
  'One tool result does not match': '1 个工具结果',
  '{0} tool results do not match': '{0}个工具结果',
  'The list of calls is out of date. Reload it.': '调用列表已过期，请重新加载。',
  'Stopped after {0} model turns, the limit for a run. Everything so far is saved.':
    '已运行{0}轮，达到单次运行的上限，因此停止。已有内容都已保存。',
  'It is longer than {0} can read at once.': '超出了{0}一次能读取的长度。',
  '{0} does not accept PDF files: only the file name would be sent.': '{0}不接受 PDF 文件，只会发送它的名称。',
  'Not every server can read PDF files; {0} may reject the message.':
    '并非所有服务器都能读取 PDF 文件，{0}可能会拒绝这条消息。',
  'Your next message is sent without images.': '下一条消息发送时不带图像。',
  '{0} does not accept images, so a note is sent instead of this one.': '{0}不接受图像，因此会发送一条说明来代替它。',
  '{0} accepts images of up to {1}.': '{0}接受的图像最大为{1}。',
  '{0} accepts up to {1} images in one conversation.': '{0}在一个对话中最多接受{1}张图像。',
  'With this attachment, the message exceeds the {0} limit of {1}.': '加上此附件，消息会超过{1}的上限{0}。',
  'The context could not be compacted. {0}': '无法压缩上下文。{0}',
  'The model rejected the request as too long, and the context could not be compacted. {0}':
    '请求太长，被模型拒绝，且无法压缩上下文。{0}',
  'The largest part is “{0}”, with {1} tokens.': '最大的部分是“{0}”，占{1}个 token。',
  'Today’s spending limit of {0} is used up ({1} spent). The next request was not sent. Everything is saved.':
    '今天的花费上限{0}已用完（已花费{1}）。下一次请求没有发送，所有内容都已保存。',
  'This conversation’s spending limit of {0} is used up ({1} spent). The next request was not sent. Everything is saved.':
    '此对话的花费上限{0}已用完（已花费{1}）。下一次请求没有发送，所有内容都已保存。',
  '{0} Until this works again, the spending limit counts only spending since the app started.':
    '{0}在恢复正常之前，花费上限只计入应用启动后的花费。',
  'The next request costs about {0} and would exceed today’s spending limit of {1} ({2} spent). It was not sent. Everything is saved.':
    '下一次请求约需{0}，会超过今天{1}的花费上限（已花费{2}）。请求没有发送，所有内容都已保存。',
  'The next request costs about {0} and would exceed this conversation’s spending limit of {1} ({2} spent). It was not sent. Everything is saved.':
    '下一次请求约需{0}，会超过此对话{1}的花费上限（已花费{2}）。请求没有发送，所有内容都已保存。',
  'The price of {0} is unknown, so spending limits do not apply to it. You can set its price in Settings.':
    '{0}的价格未知，因此花费上限对它不起作用。可以在设置中指定其价格。',
  'it is no longer stored': '已不再保存',
  'The message was not sent because {0} cannot be sent with it: {1}. Remove it, or add it again.':
    '消息没有发送，因为{0}无法随之发送：{1}。请移除或重新添加它。',
  'The summary was not saved because messages it covers were hidden or undone in the meantime.':
    '摘要没有保存，因为其中涉及的消息在此期间被隐藏或撤销。',
  'This would not make the request shorter. Nothing was changed.': '这样不会缩短请求。没有更改任何内容。',
  'A call has no result yet. Decide what to do with it first.': '有一个调用还没有结果。请先决定如何处理它。',
  'There is nothing to summarize before the most recent turns.': '最近几轮之前没有可以总结的内容。',
  'The content that must stay in the context is already too large.': '必须保留在上下文中的内容已经过大。',
  'The summary could not be written: {0}.': '无法生成摘要：{0}。',
  'Compaction was stopped. Nothing was changed.': '压缩上下文已停止。没有更改任何内容。',
  'This is a note from the app. It is never sent to the model.': '这是应用的提示，不会发送给模型。',
  'An active summary is always sent. It cannot be pinned, only undone.': '生效的摘要始终会发送。不能固定，只能撤销。',
  'A later summary replaced this one. Undo the later one first.': '已有更新的摘要取代了它。请先撤销更新的摘要。',
  'This message was permanently removed. There is nothing left to pin.': '这条消息已永久移除，没有可固定的内容。',
  'This message is on another branch of the conversation, so it is not sent.':
    '这条消息在对话的另一个分支上，因此不会发送。',
  'This conversation has no folder to read files from.': '此对话没有可读取文件的文件夹。',
  'A run is already in progress in this conversation.': '此对话中已有运行正在进行。',
  'You can compact the context when the run has finished.': '运行结束后才能压缩上下文。',
  'Something went wrong inside the app: {0}': '应用内部出错：{0}',
  'The message was not sent because the app is closing.': '消息没有发送，因为应用正在关闭。',
  'This is not a valid export position. Start again without it.': '导出位置无效。请不带位置重新开始。',
  'This call is still running ({0}) and could not be stopped. Nothing was changed.':
    '此调用仍在运行（{0}），无法停止。没有更改任何内容。',
  'This call is still running ({0}). Stop it before running it again. Nothing was changed.':
    '此调用仍在运行（{0}）。请先停止它再重新运行。没有更改任何内容。',
  'There is nothing to continue: the conversation is empty.': '没有可以继续的内容：对话是空的。',
  'There is nothing to continue: the last message has a reply. Write a message instead.':
    '没有可以继续的内容：最后一条消息已有回复。请发送新消息。',
  'The message waiting for a reply is now hidden from the model. Write a message to continue.':
    '等待回复的消息已对模型隐藏。请发送消息以继续。',
  'There are no messages to send.': '没有可以发送的消息。',
  'Not run: {0}': '没有运行：{0}',
  'The server "{0}" must be used in each turn. The model was asked {1} times but called none of its tools, so its last reply was accepted.':
    '每一轮都必须使用服务器“{0}”。已请求模型{1}次，但仍未调用其工具，因此接受了最后的回复。',
  'There is no such call in this conversation.': '此对话中没有这个调用。',
  'This {0} call already has its result. Nothing was changed.': '此{0}调用已有结果。没有更改任何内容。',
  'The conversation has continued, and the model has already seen this call as interrupted':
    '对话已经继续，模型已将此调用视为中断',
  '{0}. This cannot be changed now. Ask for it again in a message.': '{0}。现在无法更改，请在消息中重新要求。',
  'A later call has the same ID, so their results cannot be told apart': '之后有一个调用的 ID 相同，无法区分它们的结果',
  '{0}. This call stays open and is sent as interrupted.': '{0}。此调用保持未处理状态，并作为已中断发送。',
  'This call is already being run again.': '这个调用正在重新运行。',
  'the user stopped the run before the agent started.': '你在智能体开始之前停止了运行。',
  'an agent cannot start another agent.': '智能体不能再启动另一个智能体。',
  'There is no conversation{0} to continue.': '没有可以继续的对话{0}。',
  'Only replies to your own messages can be regenerated.': '只能重新生成对你的消息的回复。',
  'Not restored: {0}.': '没有恢复：{0}。',
  'The conversation was rewound to before the message, and the rewind could not be undone: {0}':
    '对话已回退到这条消息之前，且无法撤销回退：{0}',
  '{0} was not started: {1}': '{0}没有启动：{1}',
  'Stopped: {0} was called repeatedly with the same arguments.': '已停止：{0}被以相同的参数反复调用。',
  '{0} failed: {1}': '{0}失败：{1}',
  'The run was stopped while waiting for the model.': '运行在等待模型时已停止。',
  'This conversation’s folder was not found, so its files cannot be restored.':
    '找不到此对话的文件夹，因此无法恢复其中的文件。',
  'This message is not on the open branch of the conversation.': '这条消息不在此对话当前的分支上。',
  'You can only rewind to one of your own messages.': '只能回退到你的某条消息之前。',
  'This rewind can no longer be undone because the conversation has continued.': '无法再撤销此回退，因为对话已经继续。',
  'A run is in progress in this conversation or in one of its agents. Stop it first, or wait for it to finish.':
    '此对话或其智能体中有运行正在进行。请先停止，或等待其结束。',
  'A run is in progress in this conversation. Stop it first, or wait for it to finish.':
    '此对话中有运行正在进行。请先停止，或等待其结束。',
  'the model took longer than {0} seconds': '模型用时超过{0}秒',
  'the model called a tool instead of writing it': '模型调用了工具，没有生成摘要',
  'the model returned nothing': '模型没有返回任何内容',
  'the model was cut off before the end': '模型的回复被截断',
  'the provider filtered out part of it': '服务商过滤了部分内容',
  'This attachment is not an image that can be shown.': '这个附件不是可以显示的图像。',
  'This conversation has no folder.': '此对话没有文件夹。',
  'The folder {0} was not found.': '找不到文件夹{0}。',
  'This message did not send that file.': '这条消息没有发送过该文件。',
  'The conversation {0} does not exist. No rule was added.': '对话{0}不存在。没有添加规则。',
  '"{0}" is not a site. Use the form https://example.com. No rule was added.':
    '“{0}”不是网站地址。请使用 https://example.com 的形式。没有添加规则。',
  'Stop the run first, then choose a folder for this conversation.': '请先停止运行，再为此对话选择文件夹。',
  'There is no provider named "{0}".': '没有名为“{0}”的服务商。',
  'is empty': '是空的',
  'is an incomplete PDF': '是不完整的 PDF',
  'is not an image (PNG, JPEG, GIF, WebP), a PDF, or text in a known encoding; save text as UTF-8':
    '不是图像（PNG、JPEG、GIF、WebP）、PDF 或编码已知的文本；文本请另存为 UTF-8',
  'is text of more than {0} MB': '是超过{0}MB 的文本',
  '{0} and {1} more': '{0}以及另外{1}个',
  'and {0} more': '以及另外{0}个',
  'It keeps running in the background, so its file changes cannot be undone.':
    '它在后台继续运行，因此无法撤销它对文件的更改。',
  'File changes made by background commands cannot be undone.': '无法撤销后台命令对文件的更改。',
  'This conversation already has {0} background commands running. Stop one first.':
    '此对话已有{0}个后台命令正在运行。请先停止一个。',
  'The command was stopped: {0}.': '命令已停止：{0}。',
  'The command was not started because the app is closing.': '命令没有启动，因为应用正在关闭。',
  '{0} ended when the app was last closed. Nothing was written.': '{0}已在上次关闭应用时结束。没有写入任何内容。',
  '{0} command': '{0}个命令',
  '{0} commands': '{0}个命令',
  '{0} MCP server': '{0}个 MCP 服务器',
  '{0} MCP servers': '{0}个 MCP 服务器',
  'is not a PNG, JPEG, GIF or WebP': '不是 PNG、JPEG、GIF 或 WebP',
  'is an incomplete {0} image': '是不完整的{0}图像',
  'the limit is {0} per side': '每边最多{0}',
  'has {0} × {1} pixels; {2}': '有{0}×{1}像素，{2}',
  'The connection to the app was lost.': '与应用的连接已断开。',
  'not a valid ID': '不是有效的 ID',
  'There is no method named "{0}".': '没有名为“{0}”的方法。',
  'Call {0} is still open.': '请求{0}仍未完成。',
  'An unknown message was rejected.': '已拒绝一条未知消息。',
  'invalid parameters': '参数无效',
  'There is nothing to send': '没有可以发送的内容',
  'not a message': '不是消息',
  '"{0}" matches {1} conversations. Nothing was done:\n  {2}': '“{0}”匹配{1}个对话。没有执行任何操作：{2}',
  '"{0}" is too short: enter at least {1} characters of an ID.': '“{0}”太短：请至少输入 ID 的{1}个字符。',
  'There is no conversation with the ID "{0}".': '没有 ID 为“{0}”的对话。',
  'Replaced one old result with a reference; the model can read it again.':
    '1 个旧结果已替换为引用，模型可以重新读取。',
  'Replaced {0} old results with references; the model can read them again.':
    '{0}个旧结果已替换为引用，模型可以重新读取。',
  'Summarized one message. The log is unchanged, and you can undo this.': '已总结 1 条消息。日志未更改，可以撤销。',
  'Summarized {0} messages. The log is unchanged, and you can undo this.': '已总结{0}条消息。日志未更改，可以撤销。',
  'The next request needs about {0} tokens, but the model’s context holds only {1}. It was not sent. Everything is saved.':
    '下一次请求约需{0}个 token，但模型的上下文只能容纳{1}个。请求没有发送，所有内容都已保存。',
  'The largest part is the descriptions of {0} tools, with {1} tokens.': '最大的部分是{0}个工具的说明，占{1}个 token。',
  'With only {0}, it would need about {1}.': '只保留{0}时约需{1}个。',
  'Without tools, it would need about {0}.': '不带工具时约需{0}个。',
  'Choose a preset with fewer tools (Settings, Presets), turn off MCP servers, let the model search for their tools (“deferToolsAbove”), or choose a model with a larger context.':
    '请选择工具更少的预设（“设置”中的“预设”），关闭 MCP 服务器，让模型搜索其工具（deferToolsAbove），或选择上下文更大的模型。',
  'The server reports {0} tokens for every request, whatever it contains. Compacting does not change that.':
    '无论请求内容如何，服务器都报告{0}个 token，压缩也不会改变。',
  'Even after compacting, the next request takes about {0} of the model’s {1} tokens. The context is compacted again only when a request would not fit.':
    '即使压缩后，下一次请求仍约占模型{1}个 token 中的{0}个。只有请求放不下时才会再次压缩。',
  'Compacting did not change the server’s count. It reports {0} tokens where about {1} were expected.':
    '压缩没有改变服务器的计数。它报告{0}个 token，而预期约为{1}个。',
  'Throughline no longer uses the server’s counts in this conversation. It estimates about {0} tokens for the next request.':
    '此对话不再采用服务器的计数。Throughline 估算下一次请求约为{0}个 token。',
  'Hide it from the model, choose a model with a larger context, or start a new conversation.':
    '请将其对模型隐藏，选择上下文更大的模型，或开始新对话。',
  'If the model’s context is larger, raise its “Context window (tokens)” in Settings (“contextWindows”).':
    '如果模型的上下文更大，请在设置中调大“上下文窗口（token）”（contextWindows）。',
  'If the model has room for more, set its “Context window (tokens)” in Settings (“contextWindows”).':
    '如果模型的上下文更大，请在设置中填写“上下文窗口（token）”（contextWindows）。',
  'it {0}': '它{0}',
  'Stopped {0} left over from an earlier run: {1}': '已停止上次运行遗留的{0}：{1}',
  '{0} and {1}': '{0}和{1}',
  'The {0} call was interrupted. Run it again, skip it or mark it as done, or write a message.':
    '{0}的调用被中断。请重新运行、跳过或标记为已完成，或发送消息。',
  '{0} calls were interrupted ({1}). Run each again, skip it or mark it as done, or write a message.':
    '{0}个调用被中断（{1}）。请重新运行、跳过或标记为已完成，或发送消息。',
  'This conversation must use the server "{0}" in each turn, but none of its tools are available.':
    '此对话的每一轮都必须使用服务器“{0}”，但其工具均不可用。',
  'Nothing was sent. Start the server in Settings, or remove the requirement from this conversation.':
    '没有发送任何内容。请在设置中启动该服务器，或取消此对话的此项要求。',
};
