// What is said of runs, messages, the context and going back: Chinese.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'This question has already been answered or is no longer open.': '这个问题已经回答过，或已不再等待回答。',
  'This answer cannot be turned into that rule. The question is still open.':
    '这个回答不能生成这样的规则。问题仍在等待回答。',
  'Files outside the project folder cannot be allowed everywhere, only in this conversation or project. The question is still open.':
    '项目文件夹之外的位置不能在任何地方都允许，只能在此对话或此项目中允许。问题仍在等待回答。',
  'These questions have already been answered or are no longer open.': '这些问题已经回答过，或已不再等待回答。',
  'This must be allowed on its own: {0}. Nothing was answered.':
    '请单独允许这一项，不要与其他一起：{0}。没有回答任何问题。',
  'No one is available to answer in this run.': '这次运行没有人可以询问。',
  'Too many files are being attached at once.': '同时添加的附件太多。',
  'That upload belongs to another chat.': '这次上传属于另一个对话。',
  '{0} was not attached: its parts arrived out of order. Add it again.': '未添加{0}：数据没有按顺序到达。请重新添加。',
  '{0} was not attached: it is larger than {1}.': '未添加{0}：它超过{1}。',
  '{0} was not attached: it {1}.': '未添加{0}：它{1}。',
  'The upload ended before its last part.': '上传在完成之前结束了。',
  '{0} any call. Not sent to the model, but kept in the log.': '{0}没有对应的调用，不会发送给模型。它保留在记录中。',
  'One tool result does not match': '1 个工具结果',
  '{0} tool results do not match': '{0}个工具结果',
  'The chain is out of date. Load it again.': '调用链是较早之前读取的，请重新读取。',
  'Stopped after {0} model turns, the limit for one run. Everything so far is kept.':
    '已运行{0}轮，达到一次运行的上限，因此停止。到此为止的内容都保留着。',
  'It is longer than {0} can read at once.': '它超出了{0}一次能读取的长度。',
  '{0} does not accept PDF files: only the file name would be sent.': '{0}不接受 PDF 文件，只会发送它的名称。',
  'Not every server can read PDF files; {0} may reject the message.':
    '并非所有服务器都能读取 PDF 文件，{0}可能会拒绝这条消息。',
  'Your next message is sent without images.': '下一条消息发送时不带图像。',
  '{0} does not take images: a note is sent in place of this one.': '{0}不接受图像：将以一条说明代替它发送。',
  '{0} accepts images of up to {1}.': '{0}接受的图像最大为{1}。',
  '{0} accepts up to {1} images in one conversation.': '{0}在一个对话中最多接受{1}张图像。',
  'With it, the message is larger than the {0} that {1} accepts.': '加上它，消息会超过{1}一次能接受的{0}。',
  'The context could not be compacted. {0} Nothing was lost.': '无法压缩上下文。{0}没有丢失任何内容。',
  'The model rejected the request as too long, and the context could not be compacted. {0}':
    '模型认为请求太长而拒绝，也无法压缩上下文。{0}',
  'The largest part is “{0}”, with {1} tokens.': '最大的部分是“{0}”，有{1}个 token。',
  'Today’s spending limit of {0} is used up: {1} is spent. The next request was not sent; everything is kept.':
    '今天的花费上限{0}已用完：已花费{1}。下一个请求没有发送；所有内容都已保留。',
  'This conversation’s spending limit of {0} is used up: {1} is spent. The next request was not sent; everything is kept.':
    '这个对话的花费上限{0}已用完：已花费{1}。下一个请求没有发送；所有内容都已保留。',
  '{0} Until that works again, the spending limit counts only what was spent since the app started.':
    '{0}在恢复正常之前，花费上限只计入应用启动后的花费。',
  'Today’s spending limit of {0} would be passed: {1} is spent, and the next request costs about {2}. It was not sent; everything is kept.':
    '会超过今天{0}的花费上限：已花费{1}，下一次请求约需{2}。请求没有发送，已有内容全部保留。',
  'This conversation’s spending limit of {0} would be passed: {1} is spent, and the next request costs about {2}. It was not sent; everything is kept.':
    '会超过此对话{0}的花费上限：已花费{1}，下一次请求约需{2}。请求没有发送，已有内容全部保留。',
  'The price of {0} is not known, so the spending limit does not hold it back. You can set its price in Settings.':
    '不知道{0}的价格，因此花费上限对它不起作用。可以在设置中指定它的价格。',
  'it is no longer stored': '它已不再保留',
  'The message was not sent: {0} cannot be sent with it; {1}. Remove it, or add it again.':
    '消息没有发送：{0}不能随它发送，{1}。请移除它，或重新添加。',
  'Something the summary covers was hidden or undone while it was being written, so it was not saved.':
    '写总结时，其中涉及的内容被隐藏或撤销了，因此没有存储总结。',
  'This would not have made the request shorter. Nothing was changed.': '请求不会因此变短。没有更改任何内容。',
  'A call has no result yet. Decide what to do with it first.':
    '有一个调用还没有结果。请先决定如何处理它：它所属的内容要保持完整。',
  'There is nothing to summarise before the last turns.': '最近几轮之前没有可以总结的内容。',
  'What has to stay in the context is already too large.': '必须继续发送的内容本身就放不下。',
  'The summary could not be written: {0}.': '无法生成总结：{0}。',
  'Compaction was stopped. Nothing was changed.': '压缩上下文已停止。没有更改任何内容。',
  'This is a note from the app. It is never sent, so there is nothing to change.':
    '这是应用的提示，从不发送，因此没有可更改的内容。',
  'A summary is sent for as long as it is in use. It cannot be pinned, only undone.':
    '总结在生效期间总会发送。它不能固定，但可以撤销。',
  'A later summary replaced this one, so this would change nothing. Undo the later one first.':
    '它已由后来的总结代替，这样做不会有任何改变。请先撤销后来的总结。',
  'This message was permanently removed. There is nothing left to pin.': '这条消息已永久移除，没有可保留的内容。',
  'This message is on another branch of the conversation and is not sent from here.':
    '这条消息在对话的另一个分支上，不会从这里发送。',
  'This chat has no folder to read files from.': '此对话没有可读取文件的文件夹。',
  'A run is already in progress in this conversation.': '此对话中已有一次运行正在进行。',
  'You can compact when the run has finished.': '运行结束后才能压缩上下文。',
  'Something went wrong inside the app: {0}': '应用内部出错：{0}',
  'The app is closing; the message was not sent.': '应用正在关闭，消息没有发送。',
  'That is not a valid position in an export. Start again without it.': '导出中没有这个位置。请重新开始导出。',
  'This call is still running ({0}) and could not be ended. Nothing was changed.':
    '这个调用仍在运行（{0}），无法结束它。没有更改任何内容。',
  'This call is still running ({0}). Running it again would start a second copy: end it first. Nothing was changed.':
    '这个调用仍在运行（{0}）。再次运行会让它同时运行两次，请先结束它。没有更改任何内容。',
  'There is nothing to continue: the conversation is empty.': '没有可以继续的内容：对话是空的。',
  'There is nothing to continue: the last message was answered. Write a message instead.':
    '没有可以继续的内容：最后一条消息已经得到回复。请写一条新消息。',
  'What was waiting for an answer is now hidden from the model. Write a message to continue.':
    '等待回复的内容已移出上下文。请写一条消息来继续。',
  'There are no messages left to send.': '没有可以发送的消息。',
  'Not run: {0}': '没有运行：{0}',
  'The server "{0}" must be used in each turn. The model was asked {1} times and called none of its tools; its last reply was accepted.':
    '每一轮都必须使用服务器“{0}”。已要求模型{1}次，它仍没有调用该服务器的工具；已接受它最后的回复。',
  'There is no such call in this conversation.': '此对话中没有这个调用。',
  'This {0} call already has its result. Nothing was changed.': '{0}的这个调用已有结果，没有更改任何内容。',
  'The conversation has continued since, and the model has already read this call as interrupted':
    '对话之后已经继续，模型把这个调用当作已中断',
  '{0}. That cannot change now; ask for it again in a message.': '{0}。它保持不变，请在消息中再次要求。',
  'A later call has the same ID, so the two results could not be told apart':
    '后面有一个调用使用了相同的标识，无法区分它们的结果',
  '{0}. This call stays open and is sent as interrupted.': '{0}。这个调用保持未完成，会作为已中断发送。',
  'This call is already being run again.': '这个调用正在重新运行。',
  'the person stopped the run before the agent started.': '你在智能体开始之前停止了运行。',
  'an agent cannot start another agent.': '智能体不能再启动另一个智能体。',
  'There is no conversation{0} to continue.': '没有可以继续的对话{0}。',
  'Only replies to your own messages can be regenerated.': '只能重新生成对你的消息的回复。',
  'Not restored: {0}.': '没有放回：{0}。',
  'The conversation was rewound to before the message, and that could not be undone: {0}':
    '对话已回退到这条消息之前，而且无法收回：{0}',
  '{0} was not started: {1}': '{0}没有启动：{1}',
  'Stopped: {0} was called repeatedly with the same arguments.': '已停止：{0}被反复以同样的方式调用。',
  '{0} failed: {1}': '{0}失败：{1}',
  'The run was stopped while waiting for the model.': '运行在询问模型时被停止。',
  "This conversation's folder was not found, so nothing in it can be restored.":
    '此对话的文件夹不在了，无法在其中放回任何内容。',
  'That message is not in the open branch of this conversation.': '这条消息不在此对话当前的分支上。',
  'You can only rewind to one of your own messages.': '只能回退到你的某条消息之前。',
  'This rewind can no longer be undone: the conversation has continued since.':
    '没有可以收回的回退：之后已有新的内容。',
  'A run is in progress in this conversation or in one of its agents. Stop it first, or wait for it to finish.':
    '此对话或为它工作的对话中有一次运行正在进行。请先停止，或等它结束。',
  'A run is in progress in this conversation. Stop it first, or wait for it to finish.':
    '此对话中有一次运行正在进行。请等它结束，或先停止它。',
  'the model took longer than {0} seconds': '模型没有在{0}秒内写完',
  'the model called a tool instead': '模型调用了工具，没有写总结',
  'the model returned nothing': '模型什么也没有写',
  'the model was cut off before the end': '模型没有写完就被截断',
  'the provider filtered out part of it': '服务商扣留了其中一部分',
  'This attachment is not an image that can be shown.': '这个附件不是可以显示的图像。',
  'This conversation has no folder.': '此对话没有文件夹。',
  'The folder {0} was not found.': '文件夹{0}不在了。',
  'That message sent no file content there.': '这条消息没有发送过这项内容。',
  'There is no conversation {0}. No rule was added.': '没有对话{0}。没有创建规则。',
  '"{0}" is not a site: write it as https://example.com. No rule was added.':
    '“{0}”不是网站地址，请写成 https://example.com 的形式。没有创建规则。',
  'Stop the run first, then choose a folder for this conversation.': '请先停止运行，然后才能为对话指定文件夹。',
  'There is no provider "{0}".': '没有服务商“{0}”。',
  'is empty': '是空的',
  'is an incomplete PDF': '开头像 PDF，但并不完整',
  'is not an image (PNG, JPEG, GIF, WebP), a PDF or text in an encoding that can be told for certain; save text as UTF-8':
    '不是图像（PNG、JPEG、GIF、WebP），不是 PDF，也不是能确定编码的文本；文本请另存为 UTF-8',
  'is text of more than {0} MB': '是超过{0}MB 的文本',
  '{0} and {1} more': '{0}以及另外{1}个',
  'and {0} more': '以及另外{0}个',
  'It keeps running in the background, so its file changes cannot be undone.':
    '它在后台继续运行，因此无法撤销它对文件的更改。',
  'File changes made by a background command cannot be undone.': '无法撤销后台命令对文件的更改。',
  'This conversation already has {0} background commands running. End one first.':
    '此对话已有{0}个命令在后台运行。请先结束一个。',
  'The command was ended: {0}.': '命令又被结束了：{0}。',
  'The app is closing; the command was not started.': '应用正在关闭，命令没有启动。',
  '{0} ended when the app was last closed; nothing was written.': '{0}已随应用上次的运行结束，没有写入任何内容。',
  '{0} command': '{0}个命令',
  '{0} commands': '{0}个命令',
  '{0} MCP server': '{0}个 MCP 服务器',
  '{0} MCP servers': '{0}个 MCP 服务器',
  'is not a PNG, JPEG, GIF or WebP': '不是 PNG、JPEG、GIF 或 WebP',
  'is an incomplete {0} image': '开头像{0}图像，但并不完整',
  'the limit is {0} per side': '每边最多{0}',
  'has {0} × {1} pixels; {2}': '有{0}×{1}像素，{2}',
  'The connection to the app was lost.': '与应用的连接已断开。',
  'not a valid ID': '不是有效的标识',
  'There is no method "{0}".': '没有“{0}”这个操作。',
  'Call {0} is still open.': '请求{0}仍未完成。',
  'An unknown message was rejected.': '拒绝了一条格式不符的数据。',
  'invalid parameters': '参数不符合要求',
  'There is nothing to send': '没有可以发送的内容',
  'not a message': '不是消息',
  '"{0}" matches {1} conversations; nothing was done:\n  {2}': '“{0}”对应{1}个对话，没有执行任何操作：{2}',
  '"{0}" is too short: enter at least {1} characters of an ID.': '“{0}”太短：请至少给出标识的{1}个字符。',
  'There is no conversation "{0}".': '没有对话“{0}”。',
  'Replaced one old result with a reference; the model can read it again.':
    '1 个旧结果已替换为引用，模型可以重新读取。',
  'Replaced {0} old results with references; the model can read them again.':
    '{0}个旧结果已替换为引用，模型可以重新读取。',
  'Summarised one record. The log is unchanged, and you can undo this.': '1 条记录已总结。记录没有更改，可以撤销。',
  'Summarised {0} records. The log is unchanged, and you can undo this.': '{0}条记录已总结。记录没有更改，可以撤销。',
  'The next request needs about {0} tokens, but the model only has room for {1}. It was not sent; everything is kept.':
    '下一次请求约需{0}个 token，而模型只能容纳{1}个。没有发送，所有内容都保留着。',
  'Its largest part is the description of {0} tools, with {1} tokens.':
    '其中最大的部分是{0}个工具的说明，有{1}个 token。',
  'With {0} alone it would need about {1}.': '只保留{0}时约需{1}个。',
  'Without tools it would need about {0}.': '不带工具时约需{0}个。',
  'Choose a preset with fewer tools (Settings, Presets), turn off MCP servers or let the model search for their tools (“deferToolsAbove”), or choose a model with a larger context.':
    '请选用工具更少的预设（设置，预设），关闭 MCP 服务器或让模型按需查找其工具（deferToolsAbove），或换用上下文更大的模型。',
  'The server counts {0} tokens for every request, whatever it contains: compacting has no effect on that.':
    '无论请求内容如何，服务器总是报告{0}个 token，压缩对此没有作用。',
  'Even compacted, the next request takes about {0} of the model’s {1} tokens. It will be compacted again only when it would not fit.':
    '压缩之后，下一次请求仍约占模型{1}个 token 中的{0}个。只有在放不下时才会再次压缩。',
  'Compacting had no effect on the server’s count: it reports {0} tokens, where about {1} were expected.':
    '压缩没有使服务器的计数下降：它报告{0}个 token，而预期约为{1}个。',
  'Its counts are no longer used in this conversation: Throughline counts for itself, about {0} tokens for the next request.':
    '此对话不再采用它的计数：改由 Throughline 自行计算，下一次请求约{0}个 token。',
  'Hide it from the model, choose a model with a larger context, or start a new conversation.':
    '请把它移出上下文，换用上下文更大的模型，或开始新对话。',
  'If the model has room for more, raise its “Context window (tokens)” in Settings (“contextWindows”).':
    '如果模型其实能容纳更多，请在设置中调大它的“上下文（token）”（contextWindows）。',
  'If the model has room for more, set its “Context window (tokens)” in Settings (“contextWindows”).':
    '如果模型其实能容纳更多，请在设置中填写它的“上下文（token）”（contextWindows）。',
  'it {0}': '它{0}',
  'Ended {0} left over from an earlier run: {1}': '已结束上次运行遗留的{0}：{1}',
  '{0} and {1}': '{0}和{1}',
  'The {0} call was interrupted. Run it again, skip it or mark it as done, or write a message.':
    '{0}的调用被中断。请重新运行、跳过或标记为已完成，或写一条消息。',
  '{0} calls were interrupted ({1}). Run each again, skip it or mark it as done, or write a message.':
    '{0}个调用被中断（{1}）。请重新运行、跳过或标记为已完成，或写一条消息。',
  'This conversation must use the server "{0}" in each turn, but none of its tools are available.':
    '此对话的每一轮都必须使用服务器“{0}”，而它现在没有可用的工具。',
  'Nothing was sent. Start the server in Settings, or remove the requirement from this conversation.':
    '没有发送任何内容。请在设置中启动该服务器，或取消此对话的这项要求。',
};
