// Sensitive files and folders, by group. A pattern matches at any depth, in lower case; `*` matches within one segment,
// and a trailing `/` means the folder with its contents.

import { type Sentence, say } from '../../../shared/core/sentence.ts';

export interface SensitivePathGroup {
  why: Sentence;
  patterns: readonly string[];
}

const list = (text: string): string[] => text.trim().split(/\s+/);
const inEach = (folders: string, names: string): string[] =>
  list(folders).flatMap((folder) => list(names).map((name) => `${folder}/${name}`));

/** Paths that no tool may write, approved or not. */
export const neverWrittenPaths: readonly SensitivePathGroup[] = [
  { why: say`it belongs to the app’s own files`, patterns: ['.throughline/'] },
  {
    why: say`it configures MCP servers, which only you should do`,
    patterns: [
      ...list('.mcp.json .claude.json claude_desktop_config.json cline_mcp_settings.json'),
      ...inEach(
        '.vscode .vs .cursor .gemini .qwen .roo .kilocode .kiro .kiro/settings .amazonq .junie .junie/mcp .factory .lmstudio .trae .github',
        'mcp.json',
      ),
      ...inEach('.gemini .qwen .amp .augment', 'settings.json'),
      ...inEach('.windsurf .codeium .codeium/windsurf*', 'mcp_config.json'),
      ...list('.copilot/mcp-config.json .codex/config.toml .config/goose/config.yaml'),
      ...list('opencode.json opencode.jsonc crush.json .crush.json'),
      ...list('.continue/mcpservers/ .continue/config.json .continue/config.yaml'),
    ],
  },
];

/** Paths whose reading and writing always need approval. */
export const secretPlaces: readonly SensitivePathGroup[] = [
  {
    why: say`it controls who can sign in`,
    patterns: list(`
      .ssh/ .gnupg/ .aws/ .kube/ .azure/ .oci/ .aliyun/ .snowflake/ .config/gcloud/ .config/op/ .password-store/
      library/keychains/ .local/share/keyrings/ .local/share/kwalletd/ .mozilla/ .thunderbird/ .config/google-chrome*/
      .config/chromium/ .config/bravesoftware/ .config/microsoft-edge*/ .config/vivaldi*/ .config/opera*/ .config/librewolf/
      .librewolf/ .waterfox/ .zen/ library/application*support/google/chrome*/ library/application*support/firefox/
      library/application*support/bravesoftware/ library/application*support/microsoft*edge*/
      library/application*support/vivaldi/ library/application*support/com.operasoftware.*/ library/application*support/arc/
      library/cookies/ library/thunderbird/ .config/github-copilot/ .kaggle/ .config/sops/ .config/age/ .pki/ .vnc/
      .config/1password/ .1password/ .config/bitwarden*/ .electrum/wallets/ .ethereum/keystore/ .config/solana/ .config/signal/
      .config/slack/ .config/discord/ .local/share/telegramdesktop/ .purple/ .config/remmina/ .config/filezilla/ .putty/
      .config/rustdesk/ .config/tailscale/ .cloudflared/ .ngrok2/ .config/ngrok/ .config/heroku/ .config/stripe/ .railway/
      .snowsql/ .config/hcloud/ .config/linode-cli/ .config/evolution/sources/ .config/.wrangler/ .wrangler/config/`),
  },
  {
    why: say`it may contain passwords or keys`,
    patterns: list(`
      .netrc _netrc .authinfo .npmrc .pypirc .pgpass pgpass.conf .my.cnf .mylogin.cnf .s3cfg .boto .htpasswd
      .git-credentials .config/git/credentials .config/gh/hosts.yml .config/hub .config/glab-cli/config.yml
      credentials.json application_default_credentials.json client_secret*.json service-account*.json service_account*.json
      serviceaccount*.json auth.json .claude/.credentials.json .gemini/oauth_creds.json .qwen/oauth_creds.json
      .docker/config.json .dockercfg .config/containers/auth.json kubeconfig *.kubeconfig clouds.yaml
      .cargo/credentials .cargo/credentials.toml .gem/credentials .bundle/config .m2/settings.xml .m2/settings-security.xml
      .gradle/gradle.properties nuget.config .pip/pip.conf .config/pip/pip.conf .condarc
      *.tfvars *.tfvars.json *.tfstate *.tfstate.backup .terraformrc terraform.rc credentials.tfrc.json
      rclone.conf .vault-token .vault_pass* .databrickscfg .fly/config.yml .netlify/config.json .config/doctl/config.yaml
      .sentryclirc .dev.vars .secrets secrets.json secrets.toml secrets.yaml secrets.yml secret.yaml secret.yml wallet.dat
      id_rsa* id_dsa* id_ecdsa* id_ed25519* id_xmss* *.pem *.key *.ppk *.p8 *.p12 *.pfx *.jks *.keystore *.keytab
      *.kdb *.kdbx *.ovpn etc/shadow etc/shadow- etc/gshadow etc/gshadow- etc/wireguard/
      .bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history .sqlite_history
      .rediscli_history .irb_history fish_history .lesshst .viminfo .config/pgcli/history .envrc
      .claude.json .cache/huggingface/token .cache/huggingface/stored_tokens .huggingface/token kaggle.json firebase-tools.json
      .config/openai/api_key .config/pypoetry/auth.toml fish_variables .rhosts credentials-config.json
      .config/code/user/globalstorage/state.vscdb .config/cursor/user/globalstorage/state.vscdb .config/obs-studio/basic/profiles/
      .config/configstore/`),
  },
];

/** Instructions for models. */
const agentPlaces: readonly SensitivePathGroup[] = [
  {
    why: say`models treat it as instructions`,
    patterns: list(`
      agents.md agents.override.md agent.md claude.md claude.local.md gemini.md qwen.md crush.md warp.md
      .cursorrules .windsurfrules .clinerules .clinerules/ .roorules .goosehints .aider.conf.yml copilot-instructions.md
      .github/instructions/ .github/prompts/ .github/chatmodes/ .github/agents/ .github/skills/
      .agents/ .agent/ .cursor/ .windsurf/ .claude/ .gemini/ .codex/ .opencode/ .roo/ .kilocode/ .kiro/ .amazonq/ .junie/
      .continue/ .qwen/ .trae/ .augment/ .factory/ .amp/ .crush/ .copilot/ .cline/ .kilo/ .pi/ .goose/ .antigravity/ .qoder/
      .openhands/ .rovodev/ .tabnine/ .claude-plugin/ .config/opencode/ .config/goose/ gemini-extension.json qwen-extension.json
      .github/hooks/ .github/copilot/`),
  },
];

/** Paths whose writing always needs approval, and is never allowed in the sandbox. */
export const askedToWrite: readonly SensitivePathGroup[] = [
  ...agentPlaces,
  {
    why: say`it controls what other apps run`,
    patterns: list(`
      .vscode/tasks.json .vscode/settings.json .vscode/launch.json .vscode/extensions.json *.code-workspace .idea/ .zed/ .fleet/
      .devcontainer/ .devcontainer.json .gitpod.yml .envrc
      .github/workflows/ .github/actions/ .gitea/workflows/ .forgejo/workflows/ .gitlab-ci.yml .circleci/ .buildkite/ .woodpecker/
      .woodpecker.y*ml .drone.yml .travis.yml .cirrus.yml azure-pipelines.y*ml bitbucket-pipelines.yml jenkinsfile
      .husky/ .githooks/ .pre-commit-config.yaml lefthook.y*ml .lefthook.y*ml .gitconfig .config/git/
      .cargo/config .cargo/config.toml .yarnrc .yarnrc.yml .pnpmfile.cjs .mvn/ .gradle/init.d/ .gradle/init.gradle* pip.conf .gemrc
      mise.toml .mise.toml sitecustomize.py usercustomize.py
      .bashrc .zshrc .kshrc .tcshrc .cshrc .bash_profile .bash_login .bash_logout .bash_aliases .zshenv .zprofile .zlogin
      .zlogout .profile .login .xinitrc .xprofile .xsessionrc .inputrc *profile.ps1 crontab sudoers .config/fish/
      .curlrc .wgetrc .vimrc .exrc .nvimrc .nvim.lua .vim/ .config/nvim/ .emacs .emacs.d/ .dir-locals.el .tmux.conf .screenrc
      .gdbinit .lldbinit .pdbrc .irbrc .pryrc .rprofile .psqlrc .sqliterc
      library/launchagents/ library/launchdaemons/ .config/autostart/ .config/systemd/ etc/systemd/ etc/cron*/ etc/profile.d/
      etc/init.d/ start*menu/programs/startup/`),
  },
];
