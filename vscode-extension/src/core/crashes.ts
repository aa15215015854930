// Whether a server that ended by itself is started again: not when it ends again and again.

export const MAX_CRASHES = 3;
export const WINDOW_MILLISECONDS = 180_000;

/** Takes note of crashes. */
export class Crashes {
  private times: number[] = [];

  /** Note a crash at `now`; gives whether to start again. */
  note(now: number): boolean {
    this.times = this.times.filter((time) => now - time < WINDOW_MILLISECONDS);
    this.times.push(now);
    return this.times.length < MAX_CRASHES;
  }

  forget(): void {
    this.times = [];
  }
}

/** Why the server did not start or ended: the last line it printed, else what the system says. */
export function reasonOf(printed: string, otherwise: string): string {
  const lines = printed.split(/\r?\n/).map((line) => line.trim());
  return lines.findLast((line) => line !== "") ?? otherwise;
}

/** What the system's error about a program means. */
export function startError(command: string, code: string | undefined, message: string): string {
  switch (code) {
    case "ENOENT":
      return `there is no program ${command}`;
    case "EACCES":
      return `${command} may not be run`;
    default:
      return message;
  }
}
