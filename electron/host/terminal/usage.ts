// What throughline --help prints.

import { providerWords } from '../../../shared/providerWords.ts';

/** Where what a command does stands. */
const column = ' '.repeat(24);
const words = providerWords()
  .join(', ')
  .replaceAll(/(.{1,88})(?: |$)/g, `$1\n${column}`)
  .trimEnd();

export const usage = `Usage: throughline COMMAND

  run [-p TEXT | -p -] [--resume [ID] | --continue | --worktree] [--provider WORD [--base-url URL]] [--model M] [--approve MODE]
      [--output text|json|stream-json] [--effort LEVEL] [--max-output N] [--temperature T]
      [--preset NAME]
                        runs one turn in the terminal. --continue uses the project's latest conversation; --resume
                        without an ID lets you pick one. With either and no -p, an interrupted or failed turn
                        continues where it stopped. -p -, a bare -p, or no -p in a new conversation, reads the
                        message from standard input: text in UTF-8 or UTF-16, or JSON {"prompt": TEXT, "attachments": [FILE, …]}.
                        Answer approvals with y (once), c, p or a (always in this conversation, in this project
                        or everywhere), n, or n and a reason for the model. MODE is what passes without asking:
                        ask (nothing), reads, edits (and reads), sandbox (and commands, in the sandbox), all
                        (dangerous), or plan (reads; nothing is changed). LEVEL is how much the model thinks, from
                        none to max; N is the most tokens of a reply. What a model does not take is not sent.
                        WORD is a provider from Settings, or one of
                        ${words}.
                        Its key and address come from the environment, such as ANTHROPIC_API_KEY and
                        ANTHROPIC_BASE_URL. --base-url is another address that speaks the same wire
                        NAME is a preset, for the whole conversation: it sets model, options and mode, which the
                        other options then override. none takes it off
  chat [--resume [ID] | --continue] [the provider, model and approval options of run]
                        a conversation line by line; /help lists its commands. On a pipe each line is a message
  run --scenario FILE …  lets the demo model answer by a scenario file, in YAML or JSON
  record --out FILE [the options of run]
                        runs one turn and writes what the model was asked and answered as a scenario file, with
                        keys masked. With --continue or --resume, the whole conversation
  resolve ID CALL --run-again|--skip|--mark-done [--end-process] [--approve MODE]
                        decides what to do with an interrupted call; show ID lists them with their numbers.
                        --end-process first ends anything it started that is still running
  tool ID NAME JSON [--no-context] [--approve MODE] [--json]
                        runs a tool in a conversation without the model; with --no-context the model is not
                        told about it
  list [--all] [--limit N] [--json]
                        lists the project's conversations, newest first; --all includes every project and the
                        archive. A terminal shows the newest 50, or N
  show ID [--tail N] [--json]
                        prints a conversation
  chain ID [--json]     lists a conversation's tool calls
  result ID CALL [--out FILE]
                        prints the full result of a call, or writes it to --out. CALL is its @state/… path, its
                        call ID or the ID of its message. Existing files are never overwritten
  export ID --to markdown|json|html|claude-code|codex|opencode|chatgpt|messages|otlp [--out FILE] [--content]
                        prints the open branch, or writes it to --out: to read, as a page to share, as a session of
                        another program, or as OpenTelemetry spans (with --content what was said, too). Existing
                        files are never overwritten
  export ID --to claude-code|codex|opencode --open [--yes]
                        puts a copy where that program finds it and prints the command that continues it there.
                        Shows the path and asks first; needs --yes without a terminal
  import PATH… [--as FORMAT] [--dry-run] [--output json]
                        takes in conversations of other programs, from files and folders, each once. FORMAT is
                        told by the content where it is not given; --dry-run stores nothing
  request ID [-p TEXT] [--as FORMAT] [--provider WORD [--base-url URL]] [--model M]
                        prints the exact body the next turn would send, to this or another provider, or in
                        another FORMAT: openai, responses, anthropic, gemini, ollama or mistral; changes nothing
  context ID [--json] [--hide MESSAGE | --pin MESSAGE | --clear-marks MESSAGE]
                        shows what the next request contains, by part and by largest record; or hides a message
                        or result from the model, pins it in the context, or clears both
  told ID [--json]      shows what the model is told besides messages: instructions, memory, tools; with sizes
  memory [show | edit | path] [--all] [--json]
                        prints the memory for all projects and for this one, opens one in your editor (VISUAL or
                        EDITOR) or prints where it is; --all means the one for all projects
  cost [ID] [--days N] [--json]
                        shows what replies cost, per day (the last 30, or N), per model and per conversation; with
                        an ID, of that conversation and its agents
  models [PROVIDER | --provider WORD [--base-url URL]] [--json]
                        lists the models of each provider, or of one, with context, tools, images and price
  compact ID [--provider WORD [--base-url URL]] [--model M] [--json]
                        compacts the context now: replaces old results with references, or summarises everything
                        before the last turns
  check [ID] [--repair] [--json]
                        checks the stored data; --repair fixes what can be fixed
  delete ID [--yes]     deletes a conversation; asks first, and needs --yes without a terminal
  forget ID MESSAGE [--yes]
                        permanently removes one message or result from every file
  merge PATH [--yes] [--json]
                        merges a copied conversation folder or data folder; the copy is only read. Asks before
                        applying removals and project folders from the copy; --yes applies them
  space [--json]        shows storage use by project
  search TEXT [--limit N] [--wait] [--json]
                        searches messages, calls, results, errors and titles, everywhere unless --project is
                        given. Indexes new conversations for up to two seconds; --wait indexes all first
  scenario FILE [--out FILE]
                        checks a scenario file; --out writes it as fixtures of aimock, or such fixtures as a scenario
  commands [--json]     lists the commands, skills, prompts and agents for the project, where each is from, and what is
                        wrong with files of them
  trust [--no]          uses the folder's AGENTS.md, and its commands, skills and agents, as your own; --no stops
                        using them
  approvals [remove ID] [--json]
                        lists the rules that allow or deny tool calls, or removes one
  preset [list | show NAME | use ID NAME | import FILE…] [--json] [--yes]
                        lists the presets, prints one, gives one to a conversation (none takes it off), or takes
                        in files: presets, agents of VS Code, Claude Code and OpenCode, exports of Cherry Studio,
                        LibreChat and Open WebUI, character cards
  hooks [list | approve N | test N] [--json] [--yes]
                        lists your hooks and the project folder's, with their numbers. approve shows the exact
                        command of one of the folder's and asks; test runs one now with a sample event
  mcp [list | approve NAME | enable NAME | disable NAME | tools NAME | logs NAME] [--json] [--yes]
                        lists the MCP servers and what each would run. approve shows it in full and asks; tools
                        and logs start that server briefly
  mcp (prompts | resources) [NAME] [--json]
                        lists what its servers, or one, offer for messages: /server:prompt and @server:address
  mcp add NAME [--yes] -- COMMAND [ARG …]
  mcp add NAME URL [--yes]
  mcp add [NAME] - [--yes]
                        adds a server for all projects: a program, an address, or JSON on standard input (one
                        entry or a whole {"mcpServers": …}). Shows each in full and asks; adding approves it.
                        Needs --yes without a terminal
  changes ID [--json]   lists the file changes made by its calls, with call numbers
  undo ID [--call N | --turn | --since MESSAGE] [--yes] [--wait]
  redo ID [--call N | --turn | --since MESSAGE] [--yes] [--wait]
                        undoes or redoes file changes: of one call, of the last turn, or of everything since a
                        message. Shows them and asks first; needs --yes without a terminal. --wait waits while
                        something runs in the folder
  worktree [list] [--json]
                        lists the conversations that work in a git worktree of their own
  worktree new ID [--base BRANCH] [--bring]
                        gives a conversation a worktree and branch; --bring copies uncommitted changes into it.
                        run --worktree does it for a new conversation
  worktree diff ID [--json]
                        shows what is different from its base, committed or not
  worktree merge ID [--squash] [-m TEXT] [--yes]
                        commits what is not committed, then merges into the base branch; TEXT is the message
  worktree unmerge ID   undoes the last merge, while nothing came after it
  worktree remove ID [--delete-branch] [--yes]
                        shows what would be lost, asks, and removes the worktree
  worktree again ID     makes a worktree again whose folder is gone, from its branch
  worktree leave ID     continues in the project's folder; worktree and branch stay
  reindex               rebuilds the list and the search index from the conversations
  serve                 serves the app to a browser; takes the options of npm start

  --project DIR (default: the working directory)   --data DIR (default: the app's data folder)
  You can shorten an ID to a unique prefix of at least 4 characters.`;
