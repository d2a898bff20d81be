"""`python -m rulewright` is the command line, and this its first moment: only what is built in is imported yet."""

import sys


def again(lost: "sys.UnraisableHookArgs") -> None:
    """Python drops an interrupt that comes while it tidies up, and only says so: let it come once more, soon."""
    if sys.platform == "win32" or not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)  # on Windows a signal of one's own would be the end
        return
    import signal
    import threading

    here = threading.get_ident()  # where a wait ends by it: a signal to the process may wake any thread
    threading.Timer(0.05, signal.pthread_kill, (here, signal.SIGINT)).start()


def main() -> int:
    """Carry out the command of this process. An interrupt is told in a sentence, also while modules are still read, and
    none disturbs the end."""
    try:
        import gc  # an interrupt meanwhile is told, too
        import signal

        sys.unraisablehook = again
        gc.set_threshold(20_000, 20, 20)  # trees live long: going through them all the time would take a sixth of it
        from rulewright.cli import main as carry_out

        try:
            return carry_out()
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except (KeyboardInterrupt, RuntimeError) as stop:
        if not isinstance(stop, KeyboardInterrupt) and not isinstance(stop.__cause__, KeyboardInterrupt):
            raise  # in the body of a class Python makes an interrupt the cause of another error
        import signal  # it may not have come so far

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("rulewright: Stopped.", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
