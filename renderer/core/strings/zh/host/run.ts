// What is said of runs, messages, the context and going back: Chinese.

import type { HostForms } from '../../hostForms.ts';

export const runForms: HostForms = {
  // questions and approvals
  'This question has already been answered or is no longer open.': '这个问题已经回答过，或已不再等待回答。',
  "What is outside of the project's folder is not allowed everywhere: only in the conversation or the project. The question is still open.":
    '项目文件夹之外的位置不能在任何地方都允许，只能在此对话或此项目中允许。问题仍在等待回答。',
  'There is no such rule to make of this answer. The question is still open.':
    '这个回答不能生成这样的规则。问题仍在等待回答。',
  'These questions have already been answered or are no longer open.': '这些问题已经回答过，或已不再等待回答。',
  'Allow this by itself, not together with others: {}. Nothing was answered.':
    '请单独允许这一项，不要与其他一起：{}。没有回答任何问题。',
  'Nobody was there to approve it.': '当时没有人可以批准。',
  'This run has nobody to ask.': '这次运行没有人可以询问。',
  'the person stopped the run before the agent began.': '你在智能体开始之前停止了运行。',
  'an agent cannot start another one.': '智能体不能再启动另一个智能体。',
  // attachments
  'Too many files are being attached at once.': '同时添加的附件太多。',
  'That upload is of another chat.': '这次上传属于另一个对话。',
  '{} was not attached: its pieces did not come in their order. Add it again.':
    '未添加{}：数据没有按顺序到达。请重新添加。',
  '{} was not attached: it has more than {}.': '未添加{}：它超过{}。',
  '{} was not attached: it {}.': '未添加{}：它{}。',
  'The upload was ended before its last piece.': '上传在完成之前结束了。',
  'is empty': '是空的',
  'begins like a PDF and is not a whole one': '开头像 PDF，但并不完整',
  'is no image (PNG, JPEG, GIF, WebP), no PDF and no text in UTF-8, UTF-16 or GB18030':
    '不是图像（PNG、JPEG、GIF、WebP），不是 PDF，也不是 UTF-8、UTF-16 或 GB18030 编码的文本',
  'is a text of more than {} MB': '是超过{}MB 的文本',
  'is no PNG, JPEG, GIF or WebP': '不是 PNG、JPEG、GIF 或 WebP',
  'begins like a {} image and is not a whole one': '开头像{}图像，但并不完整',
  'has {} × {} pixels, and {}': '有{}×{}像素，{}',
  'at most {} a side are taken': '每边最多{}',
  'It is longer than what {} can read at once.': '它超出了{}一次能读取的长度。',
  '{} takes no PDF files: only its name would be sent.': '{}不接受 PDF 文件，只会发送它的名称。',
  'Not every server reads PDF files; {} may refuse the message.':
    '并非所有服务器都能读取 PDF 文件，{}可能会拒绝这条消息。',
  '{} takes images of at most {}.': '{}接受的图像最大为{}。',
  '{} takes at most {} images in one conversation.': '{}在一个对话中最多接受{}张图像。',
  'With it the message has more than the {} that {} takes at once.': '加上它，消息会超过{2}一次能接受的{1}。',
  'it is no longer kept': '它已不再保留',
  'The message was not sent: {} cannot go with it, {}. Take it away, or add it again.':
    '消息没有发送：{}不能随它发送，{}。请移除它，或重新添加。',
  // a run
  'The chain was read too long ago; read it again.': '调用链是较早之前读取的，请重新读取。',
  'A run is already going on in this conversation.': '此对话中已有一次运行正在进行。',
  'Room can be made when the run has ended.': '运行结束后才能压缩上下文。',
  'Something went wrong inside the app: {}': '应用内部出错：{}',
  'The app is closing; the message was not sent.': '应用正在关闭，消息没有发送。',
  'The app is closing; the command was not started.': '应用正在关闭，命令没有启动。',
  'Stopped after {} model turns, the limit of one run. Everything so far is kept.':
    '已运行{}轮，达到一次运行的上限，因此停止。到此为止的内容都保留着。',
  'Stopped: {} was called again and again in the same way.': '已停止：{}被反复以同样的方式调用。',
  'The run was stopped while the model was asked.': '运行在询问模型时被停止。',
  'There is no message left to send.': '没有可以发送的消息。',
  'Not run: {}': '没有运行：{}',
  '{} was not started: {}': '{}没有启动：{}',
  '{} failed: {}': '{}失败：{}',
  'This call is still running ({}) and could not be ended; nothing was changed.':
    '这个调用仍在运行（{}），无法结束它。没有更改任何内容。',
  'This call is still running ({}). Run again would run it a second time beside it: end it first. Nothing was changed.':
    '这个调用仍在运行（{}）。再次运行会让它同时运行两次，请先结束它。没有更改任何内容。',
  'This conversation must use the server "{}" in each turn, and none of its tools is available now.{} Nothing was sent. Start the server in the settings, or take the demand back for this conversation.':
    '此对话的每一轮都必须使用服务器“{}”，而它现在没有可用的工具。{}没有发送任何内容。请在设置中启动该服务器，或取消此对话的这项要求。',
  'The server "{}" has to be used in each turn. The model called none of its tools though it was asked {} times; its last reply was accepted.':
    '每一轮都必须使用服务器“{}”。已要求模型{}次，它仍没有调用该服务器的工具；已接受它最后的回复。',
  'There is no such call in this conversation.': '此对话中没有这个调用。',
  'This call of {} has its result already; nothing was changed.': '{}的这个调用已有结果，没有更改任何内容。',
  'The conversation has gone on since, and the model has read this call as interrupted':
    '对话之后已经继续，模型把这个调用当作已中断',
  '{}. It stays so; ask for it again in a message.': '{}。它保持不变，请在消息中再次要求。',
  'A later call has the same id, so a result could not be told apart from its own':
    '后面有一个调用使用了相同的标识，无法区分它们的结果',
  '{}. This call stays open and is sent as interrupted.': '{}。这个调用保持未完成，会作为已中断发送。',
  'This call is being run again now.': '这个调用正在重新运行。',
  'A run is going on in this conversation. Wait for its end or stop it first.':
    '此对话中有一次运行正在进行。请等它结束，或先停止它。',
  'A run is going on in this conversation, or in one that works for it. Stop it first, or wait for its end.':
    '此对话或为它工作的对话中有一次运行正在进行。请先停止，或等它结束。',
  'Stop the run first; then the conversation can be given a folder.': '请先停止运行，然后才能为对话指定文件夹。',
  'There is nothing to go on with: the conversation is empty.': '没有可以继续的内容：对话是空的。',
  'There is nothing to go on with: the last message was answered. Write a message instead.':
    '没有可以继续的内容：最后一条消息已经得到回复。请写一条新消息。',
  'What was waiting for an answer has been left out of the context. Write a message to go on.':
    '等待回复的内容已移出上下文。请写一条消息来继续。',
  '{} interrupted{}. Run again, skip or mark as done what is open, or write a message.':
    '{}被中断{}。请重新运行、跳过或标记为已完成，或写一条消息。',
  'The call of {} was': '{}的调用',
  '{} calls were': '{}个调用',
  '({})': '（{}）',
  // room in the context
  'Something that the summary speaks of was hidden or undone while it was written, so it was not stored.':
    '写总结时，其中涉及的内容被隐藏或撤销了，因此没有存储总结。',
  'The request would not have become shorter. Nothing was changed.': '请求不会因此变短。没有更改任何内容。',
  'A call has no result yet. Decide what becomes of it first: what it belongs to stays whole.':
    '有一个调用还没有结果。请先决定如何处理它：它所属的内容要保持完整。',
  'There is nothing before the last turns that could be summarised.': '最近几轮之前没有可以总结的内容。',
  'What must go on being sent does not fit as it is.': '必须继续发送的内容本身就放不下。',
  'The summary could not be made: {}.': '无法生成总结：{}。',
  '{} replaced by a reference; the model can read {} again.': '{}已替换为引用，模型可以重新读取。',
  'One old result was': '1 个旧结果',
  '{} old results were': '{}个旧结果',
  '{} summarised. The log is unchanged, and this can be undone.': '{}已总结。记录没有更改，可以撤销。',
  'One record was': '1 条记录',
  '{} records were': '{}条记录',
  'Making room in the context was stopped. Nothing was changed.': '压缩上下文已停止。没有更改任何内容。',
  'the model did not write it within {} seconds': '模型没有在{}秒内写完',
  'the model called a tool instead of writing it': '模型调用了工具，没有写总结',
  'the model wrote nothing': '模型什么也没有写',
  'the model was cut off before its end': '模型没有写完就被截断',
  'the provider held back a part of it': '服务商扣留了其中一部分',
  'Room could not be made in the context. {} Nothing was lost.': '无法压缩上下文。{}没有丢失任何内容。',
  'The model refused the request as too long, and no room could be made. {}':
    '模型认为请求太长而拒绝，也无法压缩上下文。{}',
  'The next request would take about {} tokens, and the model has room for {}. It was not sent; everything is kept.{} Hide it from the context, choose a model with a larger context, or begin a new conversation. {}':
    '下一次请求约需{}个 token，而模型只能容纳{}个。没有发送，所有内容都保留着。{}请把它移出上下文，换用上下文更大的模型，或开始新对话。{}',
  'The largest part is “{}” with {} tokens.': '最大的部分是“{}”，有{}个 token。',
  'If the model has room for more, {} its “Context in tokens” in the settings (“contextWindows”).':
    '如果模型其实能容纳更多，请在设置中调整它的“上下文（token）”（contextWindows）。',
  'Added so that the request is valid': '为使请求有效而添加',
  'Failed: {}': '失败：{}',
  'a model call': '一次模型调用',
  'This is a note of the app. It is never sent, so there is nothing to change.':
    '这是应用的提示，从不发送，因此没有可更改的内容。',
  'A summary is sent as long as it is in force. It cannot be pinned; it can be undone.':
    '总结在生效期间总会发送。它不能固定，但可以撤销。',
  'A later summary stands for this one, so this would change nothing. Undo the later one first.':
    '它已由后来的总结代替，这样做不会有任何改变。请先撤销后来的总结。',
  'This message was removed for good. There is nothing left of it to keep.': '这条消息已永久移除，没有可保留的内容。',
  'This message is on another branch of the conversation and is not sent from here.':
    '这条消息在对话的另一个分支上，不会从这里发送。',
  'This chat has no folder to read files from.': '此对话没有可读取文件的文件夹。',
  '{} no call of its own and is not sent to the model. It is kept in the log.':
    '{}没有对应的调用，不会发送给模型。它保留在记录中。',
  'One tool result answers': '1 个工具结果',
  '{} tool results answer': '{}个工具结果',
  // branches, undoing
  'Only the reply to a message of yours can be asked for again.': '只能重新生成对你的消息的回复。',
  'Not put back: {}.': '没有放回：{}。',
  'The conversation was gone back to before the message, and that could not be taken back: {}':
    '对话已回退到这条消息之前，而且无法收回：{}',
  'The folder of this conversation is not there, so nothing can be put back in it.':
    '此对话的文件夹不在了，无法在其中放回任何内容。',
  'That message is not in the open branch of this conversation.': '这条消息不在此对话当前的分支上。',
  'Only to before a message of yours can be gone back.': '只能回退到你的某条消息之前。',
  'There is no going back that could be taken back: something was said since.':
    '没有可以收回的回退：之后已有新的内容。',
  'There is nothing to send': '没有可以发送的内容',
  'That is no place in an export. Begin again without it.': '导出中没有这个位置。请重新开始导出。',
  // what a request names
  'This conversation has no folder.': '此对话没有文件夹。',
  'The folder {} is not there.': '文件夹{}不在了。',
  'That message sent nothing there.': '这条消息没有发送过这项内容。',
  'There is no conversation {}. No rule was made.': '没有对话{}。没有创建规则。',
  '"{}" is no origin: write it as https://example.com. No rule was made.':
    '“{}”不是网站地址，请写成 https://example.com 的形式。没有创建规则。',
  'There is no provider "{}".': '没有服务商“{}”。',
  'This attachment is no image that could be shown.': '这个附件不是可以显示的图像。',
  'The connection to the app was lost.': '与应用的连接已断开。',
  'There is no method "{}".': '没有“{}”这个操作。',
  'Call {} is still open.': '请求{}仍未完成。',
  'A message that is not of the contract was refused.': '拒绝了一条格式不符的数据。',
  'not an id': '不是有效的标识',
  '"{}" names {} conversations; nothing was done: {}': '“{}”对应{}个对话，没有执行任何操作：{}',
  '"{}" is too short: give at least {} characters of an id.': '“{}”太短：请至少给出标识的{}个字符。',
  'New conversation': '新对话',
  'bad parameters': '参数不符合要求',
  'not a message': '不是消息',
  'There is no conversation{} to continue.': '没有可以继续的对话{}。',
  'There is no conversation "{}".': '没有对话“{}”。',
  // background commands and what an earlier run left
  '{} commands run in the background of this conversation already. End one first.':
    '此对话已有{}个命令在后台运行。请先结束一个。',
  'The command was ended again: {}.': '命令又被结束了：{}。',
  'Ended {} that an earlier run had left: {}{}': '已结束上次运行遗留的{}：{}{}',
  '{} ended with an earlier run of the app; nothing was written.': '{}已随应用上次的运行结束，没有写入任何内容。',
  '{} has ended: it ended with the run of the app that had started it': '{}已结束：随启动它的那次应用运行一起结束',
  '{} is running': '{}正在运行',
  '{} was ended, for its time was up': '{}因超时而结束',
  '{} was ended': '{}已被结束',
  '{} was killed by {}': '{}被{}终止',
  '{} has ended with exit code {}': '{}已结束，退出代码{}',
  '{} had begun and was ended with everything that it had started.': '{}已经开始，又与它启动的一切一起被结束。',
  'It goes on in the background, so what it changes in files cannot be undone.':
    '它在后台继续运行，因此无法撤销它对文件的更改。',
  'What a command in the background changes in files cannot be undone.': '无法撤销后台命令对文件的更改。',
  'and {} more': '以及另外{}个',
};

/** Counts and lists, which the host joins. */
export const joinedRunForms: HostForms = {
  '{} command and {}': '{}个命令和{}',
  '{} commands and {}': '{}个命令和{}',
  '{} command': '{}个命令',
  '{} commands': '{}个命令',
  '{} MCP server': '{}个 MCP 服务器',
  '{} MCP servers': '{}个 MCP 服务器',
  '{} and {} more': '{}以及另外{}个',
};
