/* Asks for the best move of a position: cc best_move.c -I../include -lvernier -o best_move && ./best_move "FEN" */
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include "vernier.h"

static mtx_t lock;
static cnd_t answered;
static char best[16];

static void on_line(const char *line, void *user_data) {
    (void)user_data;
    if (strncmp(line, "bestmove ", 9) == 0) {
        mtx_lock(&lock);
        sscanf(line, "bestmove %15s", best);
        cnd_signal(&answered);
        mtx_unlock(&lock);
    }
}

int main(int count, char **words) {
    const char *fen = count > 1 ? words[1] : "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    char command[256], san[16], reason[256];
    vernier_board board;
    vernier_engine engine;
    mtx_init(&lock, mtx_plain), cnd_init(&answered);
    if (vernier_board_new(fen, &board) != VERNIER_STATUS_OK || vernier_engine_new(on_line, NULL, &engine) != VERNIER_STATUS_OK) {
        vernier_last_error(reason, sizeof reason, NULL);
        return fprintf(stderr, "%s\n", reason), 1;
    }
    snprintf(command, sizeof command, "position fen %s\ngo depth 12", fen);
    vernier_engine_send(engine, command);
    mtx_lock(&lock);
    while (best[0] == 0) cnd_wait(&answered, &lock);
    mtx_unlock(&lock);
    vernier_engine_free(engine);
    if (vernier_board_san(board, best, san, sizeof san, NULL) != VERNIER_STATUS_OK) {
        vernier_board_outcome(board, reason, sizeof reason, NULL);
        return fprintf(stderr, "no move: %s\n", reason), 1;
    }
    vernier_board_free(board);
    return printf("%s\n", san) < 0;
}
