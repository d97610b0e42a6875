/* Vernier for C: the engine by lines of text, and a board. Written by cbindgen from bindings/c/src; do not edit.

   Handles are numbers: a handle that was freed, or never existed, is refused with VERNIER_STATUS_INVALID_HANDLE.
   Every function may be called from every thread. Nothing is ever printed, no call ends the program.
   Texts are UTF-8 and end with a zero byte. Text comes back in a buffer of the caller: `needed` receives its length with the zero
   byte; a buffer that is too small is left alone. */

#ifndef VERNIER_H
#define VERNIER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 How a call went. Everything but `VERNIER_STATUS_OK` changed nothing.
 */
typedef enum {
  /*
   Done.
   */
  VERNIER_STATUS_OK = 0,
  /*
   A pointer that must point somewhere is null.
   */
  VERNIER_STATUS_NULL_POINTER = 1,
  /*
   A text is not UTF-8.
   */
  VERNIER_STATUS_INVALID_UTF8 = 2,
  /*
   The handle was freed or never existed.
   */
  VERNIER_STATUS_INVALID_HANDLE = 3,
  /*
   The buffer is too small; `needed` says how large it must be.
   */
  VERNIER_STATUS_BUFFER_TOO_SMALL = 4,
  /*
   The text is not a legal position.
   */
  VERNIER_STATUS_INVALID_POSITION = 5,
  /*
   The text is not a legal move of this position.
   */
  VERNIER_STATUS_ILLEGAL_MOVE = 6,
  /*
   An argument is out of range.
   */
  VERNIER_STATUS_OUT_OF_RANGE = 7,
  /*
   The session is over.
   */
  VERNIER_STATUS_CLOSED = 8,
  /*
   Called from the engine's own callback, where it cannot be done.
   */
  VERNIER_STATUS_IN_CALLBACK = 9,
  /*
   The system refused a thread or memory, or the processor cannot run this build.
   */
  VERNIER_STATUS_SYSTEM = 10,
  /*
   A defect of the library; the handle should be freed.
   */
  VERNIER_STATUS_INTERNAL = 11,
} vernier_status;

/*
 A handle to a board; zero is never one.
 */
typedef uint64_t vernier_board;

/*
 Gets a line of the engine, without its end. It is called from a thread of the engine, one line at a time; the line is valid until it
 returns. It may send lines, but not free its engine.
 */
typedef void (*vernier_line_callback)(const char *line, void *user_data);

/*
 A handle to an engine; zero is never one.
 */
typedef uint64_t vernier_engine;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Makes a board from a FEN; a null pointer is the start position.

 # Safety
 `fen` is null or points to bytes that end with a zero; `board` points to a handle.
 */
vernier_status vernier_board_new(const char *fen, vernier_board *board);

/*
 Frees a board.
 */
vernier_status vernier_board_free(vernier_board board);

/*
 Writes the position as FEN.

 # Safety
 `buffer` holds `capacity` bytes, or is null with a capacity of zero; `needed` is null or points to a size.
 */
vernier_status vernier_board_fen(vernier_board board,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *needed);

/*
 Writes the legal moves as UCI does, with blanks between; `chess960` is zero to write castling as the king's step.

 # Safety
 As for `vernier_board_fen`.
 */
vernier_status vernier_board_legal_moves(vernier_board board,
                                         unsigned int chess960,
                                         char *buffer,
                                         size_t capacity,
                                         size_t *needed);

/*
 Plays a legal move, given in SAN or as UCI writes it.

 # Safety
 `text` is null or points to bytes that end with a zero.
 */
vernier_status vernier_board_play(vernier_board board, const char *text);

/*
 Takes the last move back; `VERNIER_STATUS_OUT_OF_RANGE` if there is none.
 */
vernier_status vernier_board_undo(vernier_board board);

/*
 Writes a legal move, given in SAN or as UCI writes it, as SAN.

 # Safety
 As for `vernier_board_play` and `vernier_board_fen`.
 */
vernier_status vernier_board_san(vernier_board board,
                                 const char *text,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *needed);

/*
 Writes how the game has ended, such as "White wins by checkmate"; the text is empty while it is in progress.

 # Safety
 As for `vernier_board_fen`.
 */
vernier_status vernier_board_outcome(vernier_board board,
                                     char *buffer,
                                     size_t capacity,
                                     size_t *needed);

/*
 Counts the leaves of the tree of legal moves.

 # Safety
 `leaves` points to a number.
 */
vernier_status vernier_board_perft(vernier_board board, unsigned int depth, uint64_t *leaves);

/*
 Makes an engine. Lines that it is sent are those of UCI or XBoard; the first one decides.

 # Safety
 `callback` can be called with `user_data` from another thread until the engine is freed; `engine` points to a handle.
 */
vernier_status vernier_engine_new(vernier_line_callback callback,
                                  void *user_data,
                                  vernier_engine *engine);

/*
 Sends lines; returns at once. Answers come through the callback.

 # Safety
 `line` is null or points to bytes that end with a zero.
 */
vernier_status vernier_engine_send(vernier_engine engine, const char *line);

/*
 Ends an engine: stops its search, waits for its threads and frees it. After that the callback is never called again.
 */
vernier_status vernier_engine_free(vernier_engine engine);

/*
 Why the last call of this thread that failed did so, in words; empty if none has failed.

 # Safety
 `buffer` holds `capacity` bytes, or is null with a capacity of zero; `needed` is null or points to a size.
 */
vernier_status vernier_last_error(char *buffer,
                                  size_t capacity,
                                  size_t *needed);

/*
 The version of the library.

 # Safety
 As for `vernier_last_error`.
 */
vernier_status vernier_version(char *buffer, size_t capacity, size_t *needed);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VERNIER_H */
