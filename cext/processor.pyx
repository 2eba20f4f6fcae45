"""The processor features that this build needs. The module itself runs on any processor, to report what is missing."""

cdef extern from *:
    """
    #if defined(__x86_64__)
    #define URBANIST_HAS(feature) (__builtin_cpu_supports(feature) != 0)
    #else
    #define URBANIST_HAS(feature) 0
    #endif
    #if defined(__clang__)
    #define URBANIST_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
    #define URBANIST_COMPILER "gcc " __VERSION__
    #else
    #define URBANIST_COMPILER "unknown"
    #endif
    """
    const char* URBANIST_ARCH
    const char* URBANIST_COMPILER
    bint SSE4_2 "URBANIST_HAS(\"sse4.2\")"
    bint POPCNT "URBANIST_HAS(\"popcnt\")"
    bint AVX2 "URBANIST_HAS(\"avx2\")"
    bint BMI2 "URBANIST_HAS(\"bmi2\")"
    bint FMA "URBANIST_HAS(\"fma\")"
    bint AVX512F "URBANIST_HAS(\"avx512f\")"
    bint AVX512VL "URBANIST_HAS(\"avx512vl\")"

#: The target of the build as a name for gcc's -march; empty for any processor.
ARCH = URBANIST_ARCH.decode()
#: The compiler that made the build, and its version.
COMPILER = URBANIST_COMPILER.decode()

#: For each level of x86-64, the features that it adds, and whether this processor has them.
LEVELS = {
    "x86-64-v2": {"SSE4.2": SSE4_2, "POPCNT": POPCNT},
    "x86-64-v3": {"AVX2": AVX2, "BMI2": BMI2, "FMA": FMA},
    "x86-64-v4": {"AVX512F": AVX512F, "AVX512VL": AVX512VL},
}


def missing(arch=ARCH, levels=LEVELS):
    """Return the features that a build for `arch` needs and the processor lacks; none if `arch` is not in LEVELS."""
    needs = [level for level in levels if arch in levels and level <= arch]
    return tuple(name for level in needs for name, there in levels[level].items() if not there)


def refusal(arch=ARCH, levels=LEVELS):
    """Return one line that says why a build for `arch` cannot run here; None if it can."""
    lacks = missing(arch, levels)
    if not lacks:
        return None
    return f"built for {arch}, but the processor lacks {', '.join(lacks)}; rebuild with URBANIST_ARCH=x86-64"
