//! The words of the Chess Engine Communication Protocol, which XBoard and WinBoard speak.
