#!/bin/bash
# Installs a deb in a copy of this system, which nothing outside sees: a layer above it in memory, gone with this process. Runs
# its maintainer scripts, its command and its app, and removes it again. Prints what the test checks, a line each.
set -e
deb=$1 root=$2 user=$3
mount -t tmpfs -o mode=755 none "$root"
mkdir "$root/upper" "$root/work" "$root/system"
system=$root/system
mount -t overlay overlay -o "lowerdir=/,upperdir=$root/upper,workdir=$root/work" "$system"
mount --rbind /dev "$system/dev"
mount --bind /proc "$system/proc"
cp "$deb" "$system/package.deb"
# Each of these programs replaces itself with the next, so a signal reaches the last one.
as_user=(chroot "$system" setpriv "--reuid=$user" "--regid=$user" --clear-groups env HOME=/home/gardener)

chroot "$system" dpkg --force-depends -i /package.deb >"$system/log" 2>&1
mkdir -p "$system/home/gardener" && chown "$user:$user" "$system/home/gardener"
echo "link $(readlink "$system/usr/bin/throughline")"
echo "sandbox $(stat -c '%A %U' "$system/opt/Throughline/chrome-sandbox")"
echo "mime $(grep -c 'application/jsonl:\*\.jsonl' "$system/usr/share/mime/globs2")"
echo "icons $(find "$system/usr/share/icons/hicolor" -name throughline.png | wc -l)"
sed 's/^/desktop /' "$system/usr/share/applications/throughline.desktop"
echo "metainfo $(appstreamcli validate --no-net "$system"/usr/share/metainfo/app.throughline.*.xml >/dev/null 2>&1 && echo valid || echo "not checked")"

echo "command $("${as_user[@]}" env -u DISPLAY throughline list --json)"
echo 'say hi' | "${as_user[@]}" env -u DISPLAY throughline run -p >"$system/reply" 2>&1
echo "reply $(grep -c 'I am a script' "$system/reply")"

windows() { curl -s "http://127.0.0.1:$port/json" | grep -c '"url": "throughline://app/'; }
: >"$system/started"
"${as_user[@]}" /opt/Throughline/throughline --disable-gpu --remote-debugging-port=0 -- >"$system/started" 2>&1 &
app=$!
port='' count=0
for _ in $(seq 300); do
  port=$(sed -n 's/^DevTools listening on ws:..[^:]*:\([0-9]*\).*/\1/p' "$system/started")
  if [ -n "$port" ] && count=$(windows); then break; fi
  sleep 0.1
done
echo "window $count"
kill -TERM "$app" && wait "$app" && echo "ended 0" || echo "ended $?"

chroot "$system" dpkg -r throughline >>"$system/log" 2>&1
echo "left $(ls -d "$system/opt/Throughline" "$system/usr/bin/throughline" "$system/usr/share/applications/throughline.desktop" 2>/dev/null | wc -l)"
echo "data $(find "$system/home/gardener/.local/share/throughline/projects" -name messages.json | wc -l)"
