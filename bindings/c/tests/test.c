/* The library from C, under the address sanitizer: what must work, and what every kind of bad input gets. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "vernier.h"

static void check(int holds, const char *what, int line) {
    if (!holds) {
        fprintf(stderr, "line %d: %s does not hold\n", line, what);
        exit(1);
    }
}
#define CHECK(what) check(what, #what, __LINE__)
#define OK(call) CHECK((call) == VERNIER_STATUS_OK)

static const char *KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct lines {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char last[512], awaited[32];
    int count, seen;
    vernier_engine engine;
    vernier_status freed_inside;
};

static void on_line(const char *line, void *user_data) {
    struct lines *lines = user_data;
    pthread_mutex_lock(&lines->lock);
    lines->count++;
    if (lines->awaited[0] && strncmp(line, lines->awaited, strlen(lines->awaited)) == 0) {
        snprintf(lines->last, sizeof lines->last, "%s", line);
        lines->freed_inside = vernier_engine_free(lines->engine);
        lines->seen = 1;
        pthread_cond_broadcast(&lines->changed);
    }
    pthread_mutex_unlock(&lines->lock);
}

static void start(struct lines *lines) {
    memset(lines, 0, sizeof *lines);
    pthread_mutex_init(&lines->lock, NULL);
    pthread_cond_init(&lines->changed, NULL);
    OK(vernier_engine_new(on_line, lines, &lines->engine));
    CHECK(lines->engine != 0);
}

/* Sends and waits for a line that starts so. */
static void ask(struct lines *lines, const char *command, const char *answer) {
    pthread_mutex_lock(&lines->lock);
    snprintf(lines->awaited, sizeof lines->awaited, "%s", answer);
    lines->seen = 0;
    pthread_mutex_unlock(&lines->lock);
    OK(vernier_engine_send(lines->engine, command));
    pthread_mutex_lock(&lines->lock);
    while (!lines->seen) pthread_cond_wait(&lines->changed, &lines->lock);
    lines->awaited[0] = 0;
    pthread_mutex_unlock(&lines->lock);
}

static void boards(void) {
    vernier_board board;
    char text[2048], small[4] = "xyz";
    size_t needed = 0;
    uint64_t leaves = 0;
    OK(vernier_board_new(NULL, &board));
    OK(vernier_board_fen(board, text, sizeof text, &needed));
    CHECK(strcmp(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == 0 && needed == strlen(text) + 1);
    OK(vernier_board_perft(board, 4, &leaves));
    CHECK(leaves == 197281);
    OK(vernier_board_legal_moves(board, 0, text, sizeof text, NULL));
    CHECK(strstr(text, "e2e4") != NULL && strlen(text) == 20 * 5 - 1);
    OK(vernier_board_san(board, "g1f3", text, sizeof text, NULL));
    CHECK(strcmp(text, "Nf3") == 0);
    const char *fool[] = {"f3", "e7e5", "g4", "Qh4#"};
    for (int i = 0; i < 4; i++) OK(vernier_board_play(board, fool[i]));
    OK(vernier_board_outcome(board, text, sizeof text, NULL));
    CHECK(strstr(text, "heckmate") != NULL);
    OK(vernier_board_undo(board));
    OK(vernier_board_outcome(board, text, sizeof text, NULL));
    CHECK(text[0] == 0);

    /* Bad input changes nothing. */
    OK(vernier_board_fen(board, text, sizeof text, NULL));
    char before[sizeof text];
    memcpy(before, text, sizeof text);
    CHECK(vernier_board_play(board, "e1e8") == VERNIER_STATUS_ILLEGAL_MOVE);
    CHECK(vernier_board_play(board, "") == VERNIER_STATUS_ILLEGAL_MOVE);
    CHECK(vernier_board_play(board, NULL) == VERNIER_STATUS_NULL_POINTER);
    CHECK(vernier_board_play(board, "\xff\xfe") == VERNIER_STATUS_INVALID_UTF8);
    CHECK(vernier_board_fen(board, small, sizeof small, &needed) == VERNIER_STATUS_BUFFER_TOO_SMALL);
    CHECK(needed == strlen(before) + 1 && strcmp(small, "xyz") == 0);
    CHECK(vernier_board_fen(board, NULL, 0, &needed) == VERNIER_STATUS_BUFFER_TOO_SMALL && needed == strlen(before) + 1);
    CHECK(vernier_board_fen(board, NULL, 1000, NULL) == VERNIER_STATUS_NULL_POINTER);
    CHECK(vernier_board_perft(board, 21, &leaves) == VERNIER_STATUS_OUT_OF_RANGE);
    CHECK(vernier_board_perft(board, 1, NULL) == VERNIER_STATUS_NULL_POINTER);
    OK(vernier_board_fen(board, text, sizeof text, NULL));
    CHECK(strcmp(text, before) == 0);
    OK(vernier_last_error(text, sizeof text, NULL));
    CHECK(strlen(text) > 0);

    /* Handles. */
    vernier_board other = 12345;
    CHECK(vernier_board_new("no position", &other) == VERNIER_STATUS_INVALID_POSITION && other == 12345);
    CHECK(vernier_board_new("8/8/8/8/8/8/8/8 w - - 0 1", &other) == VERNIER_STATUS_INVALID_POSITION);
    CHECK(vernier_board_new(NULL, NULL) == VERNIER_STATUS_NULL_POINTER);
    OK(vernier_board_free(board));
    CHECK(vernier_board_free(board) == VERNIER_STATUS_INVALID_HANDLE);
    CHECK(vernier_board_play(board, "e4") == VERNIER_STATUS_INVALID_HANDLE);
    CHECK(vernier_board_fen(0, text, sizeof text, NULL) == VERNIER_STATUS_INVALID_HANDLE);
    CHECK(vernier_board_fen(UINT64_MAX, text, sizeof text, NULL) == VERNIER_STATUS_INVALID_HANDLE);
    CHECK(vernier_engine_send(board, "uci") == VERNIER_STATUS_INVALID_HANDLE);
}

static void engines(void) {
    struct lines lines;
    start(&lines);
    ask(&lines, "uci", "uciok");
    ask(&lines, "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 5", "bestmove");
    CHECK(strncmp(lines.last, "bestmove a1a8", 13) == 0);
    CHECK(lines.freed_inside == VERNIER_STATUS_IN_CALLBACK);
    OK(vernier_engine_send(lines.engine, "go infinite"));
    ask(&lines, "stop", "bestmove");
    CHECK(vernier_engine_send(lines.engine, NULL) == VERNIER_STATUS_NULL_POINTER);
    CHECK(vernier_engine_send(lines.engine, "\xc3\x28") == VERNIER_STATUS_INVALID_UTF8);
    OK(vernier_engine_send(lines.engine, "position fen garbage\nxyzzy\n\n"));
    ask(&lines, "isready", "readyok");
    /* An engine that thinks is freed without waiting for its answer. */
    OK(vernier_engine_send(lines.engine, "go infinite"));
    OK(vernier_engine_free(lines.engine));
    CHECK(vernier_engine_free(lines.engine) == VERNIER_STATUS_INVALID_HANDLE);
    CHECK(vernier_engine_send(lines.engine, "uci") == VERNIER_STATUS_INVALID_HANDLE);
    CHECK(vernier_engine_new(NULL, NULL, &lines.engine) == VERNIER_STATUS_NULL_POINTER);
    CHECK(vernier_engine_new(on_line, NULL, NULL) == VERNIER_STATUS_NULL_POINTER);
}

static void *worker(void *shared) {
    struct lines *lines = shared;
    vernier_board board;
    uint64_t leaves;
    for (int i = 0; i < 50; i++) {
        OK(vernier_board_new(KIWIPETE, &board));
        OK(vernier_board_perft(board, 2, &leaves));
        CHECK(leaves == 2039);
        OK(vernier_engine_send(lines->engine, "isready"));
        OK(vernier_board_free(board));
    }
    return NULL;
}

static void many_threads(void) {
    struct lines lines;
    pthread_t threads[8];
    start(&lines);
    for (int i = 0; i < 8; i++) CHECK(pthread_create(&threads[i], NULL, worker, &lines) == 0);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    ask(&lines, "position startpos\ngo depth 1", "bestmove");
    OK(vernier_engine_send(lines.engine, "quit"));
    OK(vernier_engine_free(lines.engine));
    CHECK(lines.count >= 400);
}

int main(void) {
    char version[32];
    OK(vernier_version(version, sizeof version, NULL));
    boards();
    engines();
    many_threads();
    printf("version %s: all hold\n", version);
    return 0;
}
