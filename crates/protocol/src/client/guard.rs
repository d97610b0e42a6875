//! Makes sure that no engine, and no process that an engine has started, outlives the program that started it.

use std::hash::BuildHasher;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

/// The variable that marks an engine and its children.
const VARIABLE: &str = "VERNIER_GUARD";

/// Kills an engine and everything it has started when it is dropped, and also when this program ends in any other way.
///
/// It is a shell that waits for the end of a pipe which only this program holds open. The pipe ends when it is closed or when
/// this program is killed. The shell then kills the process group of the engine and, where the system shows the environment of
/// processes, everything that carries the mark of the engine, which finds children that have left the group.
pub struct Guard(Child);

/// The arguments are the process group and the mark. Killing stops when no process carries the mark any more.
const WATCH: &str = r#"trap '' HUP INT TERM
read -r _
kill -s KILL -- "-$1" 2>/dev/null
rounds=0
while [ $rounds -lt 20 ]; do
    files=$(grep -slzxF -- "$2" /proc/[0-9]*/environ)
    [ -n "$files" ] || break
    for file in $files; do
        process=${file#/proc/}
        kill -s KILL -- "${process%/environ}" 2>/dev/null
    done
    rounds=$((rounds + 1))
done"#;

/// Distinguishes an engine and its children from all other processes.
pub struct Mark(String);

impl Mark {
    /// A mark that no other engine has.
    pub fn new() -> Self {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        // The standard library seeds its hash maps at random.
        let random = std::hash::RandomState::new().hash_one(number);
        Self(format!("{}-{number}-{random:016x}", std::process::id()))
    }

    /// Marks a program, and gives it its own process group where there are such groups.
    pub fn put_on(&self, command: &mut Command) {
        command.env(VARIABLE, &self.0);
        own_group(command);
    }
}

impl Guard {
    /// Watches over the marked program that leads a process group. None where the system has no such groups or no shell.
    pub fn over(group: u32, mark: &Mark) -> Option<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", WATCH, "guard", &group.to_string(), &format!("{VARIABLE}={}", mark.0)]);
        shell.env_remove(VARIABLE);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        own_group(&mut shell).then(|| shell.spawn().ok().map(Self)).flatten()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// Gives a program a process group of its own; false where there are none.
fn own_group(command: &mut Command) -> bool {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let _ = command;
    cfg!(unix)
}
