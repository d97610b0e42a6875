//! Sees to it that no engine outlives whoever started it.

use std::process::{Child, Command, Stdio};

/// Kills the process group of an engine when it is dropped, and also when this program ends in any other way.
///
/// It is a shell that waits for the end of a pipe which only we hold open. The pipe ends when we let go of it, and when
/// we are killed; so neither a hanging engine nor what an engine has started is left behind.
pub struct Guard(Child);

const WATCH: &str = r#"trap '' HUP INT TERM; read -r _; kill -s KILL -- "-$1""#;

impl Guard {
    /// Watches over a process group, where the system has such a thing.
    pub fn over(group: u32) -> Option<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", WATCH, "guard", &group.to_string()]);
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
pub fn own_group(command: &mut Command) -> bool {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let _ = command;
    cfg!(unix)
}
